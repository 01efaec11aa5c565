/** Shows which argument an operator or action takes, while it is being typed. */
import type {
  SignatureHelp,
  SignatureInformation,
  TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import { actions } from '#compiler/language/actions.ts';
import { controlOptions } from '#compiler/language/controls.ts';
import { type ArgumentKind, operators } from '#compiler/language/operators/index.ts';
import { cursorAt } from './completion/zone.ts';
import { describeName } from './describe-name.ts';
import { offsetAt } from './line-index.ts';
import { openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

/** How the argument of an operator is written. */
const FORMS: Readonly<Record<ArgumentKind, string>> = {
  none: '',
  text: 'TEXT, macros are expanded',
  number: 'NUMBER, macros are expanded',
  regex: 'REGEX',
  phrases: 'WORD WORD ...',
  phraseFile: 'FILE ...',
  phraseDataset: 'DATASET',
  addresses: 'ADDRESS,NETWORK/BITS,...',
  addressFile: 'FILE ...',
  addressDataset: 'DATASET',
  byteRange: 'BYTE,FROM-TO,...',
  check: '[REGEX]',
  nationalId: 'COUNTRY REGEX',
  template: 'PATH/{NAME}',
  transaction: '',
};

export function signatureHelp(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): SignatureHelp | undefined {
  const file = openFile(session, pathOf(session.workspace, textDocument.uri));
  if (file === undefined) return undefined;
  const signature = signatureAt(cursorAt(file.index.text, offsetAt(file.index, position)));
  return signature && { signatures: [signature], activeSignature: 0, activeParameter: 0 };
}

function signatureAt({
  zone,
  before,
}: ReturnType<typeof cursorAt>): SignatureInformation | undefined {
  if (zone === 'operator') return operatorAt(before);
  return zone === 'actions' ? actionAt(before) : undefined;
}

/** Returns the operator whose argument is before the cursor. */
function operatorAt(before: string): SignatureInformation | undefined {
  const [, name = ''] = /"!?@(\w+)[ \t][^"]*$/.exec(before) ?? [];
  const operator = operators.get(name.toLowerCase());
  return (
    operator &&
    signature(`@${operator.name}`, ' ', FORMS[operator.argument], describeName('operator', name))
  );
}

function actionAt(before: string): SignatureInformation | undefined {
  const [, name = '', argument = ''] = /[\s,"](\w+):('[^']*|[^,'"]*)$/.exec(before) ?? [];
  const action = actions.get(name.toLowerCase());
  if (action === undefined) return undefined;
  const [, control] = /^'?(\w+)=/.exec(argument) ?? [];
  const option = controlOptions.get((control ?? '').toLowerCase());
  if (action.name === 'ctl' && option !== undefined) {
    const { name: written, takes } = option;
    return signature(`ctl:${written}`, '=', takes, describeName('control', written));
  }
  return signature(action.name, ':', action.takes, describeName('action', name));
}

function signature(
  name: string,
  separator: string,
  takes: string | readonly string[] | undefined,
  documentation: string | undefined,
): SignatureInformation {
  const form = typeof takes === 'object' ? takes.join('|') : takes;
  const label = form === undefined || form === '' ? name : `${name}${separator}${form}`;
  return {
    label,
    parameters: form === undefined || form === '' ? [] : [{ label: form }],
    ...(documentation !== undefined && {
      documentation: { kind: 'markdown', value: documentation },
    }),
  };
}
