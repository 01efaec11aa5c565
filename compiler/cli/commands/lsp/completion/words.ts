/** The words to offer: those of the language, and those that the program has made. */
import { CompletionItemKind } from 'vscode-languageserver/node';
import { actions } from '../../../../language/actions.ts';
import { controls } from '../../../../language/controls.ts';
import { directives, ruleDirectives } from '../../../../language/directives/index.ts';
import type { NameRecord } from '../../../../language/name-record.ts';
import { operators } from '../../../../language/operators/index.ts';
import {
  none,
  transformationRecord,
  transformations,
} from '../../../../language/transformations/index.ts';
import { variables } from '../../../../language/variables/index.ts';
import { positionOf } from '../../../../source.ts';
import type { Mention, SymbolKind } from '../mentions/mention.ts';

export type Word = {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail: string;
};

const word = (kind: CompletionItemKind, label: string, detail = ''): Word => ({
  label,
  kind,
  detail,
});

/** The names of the manual with their sentences. */
const named = (
  kind: CompletionItemKind,
  records: Iterable<readonly [name: string, NameRecord]>,
): Word[] => Array.from(records, ([name, { documentation }]) => word(kind, name, documentation));

const directiveWords: readonly Word[] = [
  ...named(CompletionItemKind.Keyword, ruleDirectives),
  ...Array.from(directives.values()).flatMap((record) =>
    'documentation' in record
      ? [word(CompletionItemKind.Keyword, record.name, record.documentation)]
      : [],
  ),
];
const variableWords = named(CompletionItemKind.Variable, variables);
const operatorWords = Array.from(operators.values(), ({ name, documentation }) =>
  word(CompletionItemKind.Function, name, documentation),
);
/** Each once: some have two spellings. */
const transformationWords = [
  word(CompletionItemKind.Function, none.name, none.documentation),
  ...Array.from(new Set(transformations.values()), (name) =>
    word(CompletionItemKind.Function, name, transformationRecord(name).documentation),
  ),
];
const actionWords = Array.from(actions.values(), ({ name, documentation }) =>
  word(CompletionItemKind.Function, name, documentation),
);
const controlWords = named(CompletionItemKind.Function, controls);

export const languageWords = {
  directives: directiveWords,
  variables: variableWords,
  operators: operatorWords,
  transformations: transformationWords,
  actions: actionWords,
  controls: controlWords,
} as const;

/** What a setting takes, when it takes one of a few words. */
export function settingWords(directive: string): readonly Word[] {
  const record = directives.get(directive.toLowerCase());
  if (record?.kind === 'Switch')
    return ['On', 'Off'].map((each) => word(CompletionItemKind.Value, each));
  if (record?.kind !== 'Choice') return [];
  return record.choices.map((each) => word(CompletionItemKind.Value, each));
}

/** Every name of the kind, once, in the order of the program. */
export function symbolWords(mentions: readonly Mention[], of: SymbolKind): readonly Word[] {
  const names = mentions.flatMap((mention) =>
    mention.kind === 'Symbol' && mention.of === of ? [mention.name] : [],
  );
  return [...new Set(names)].map((name) => word(CompletionItemKind.Reference, name, of));
}

/** Every rule by its id, and where it stands. */
export function ruleWords(mentions: readonly Mention[]): readonly Word[] {
  return mentions.flatMap((mention) => {
    if (mention.kind !== 'Rules' || mention.role !== 'definition') return [];
    const { span } = mention;
    const detail = `${span.source.path}:${positionOf(span).line}`;
    return [word(CompletionItemKind.Reference, String(mention.from), detail)];
  });
}
