/** Describes the name under the pointer: its documentation, or for an id the compiled rule. */
import type {
  CancellationToken,
  Hover,
  TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import { positionOf } from '#compiler/source.ts';
import { describeName } from './describe-name.ts';
import { describeRule } from './describe-rule.ts';
import { offsetAt, rangeOf, shownText } from './line-index.ts';
import type { Mention } from './mentions/mention.ts';
import { mentionAt, openFile, programOf, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

export async function hoverAt(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
  token: CancellationToken,
): Promise<Hover | undefined> {
  const path = pathOf(session.workspace, textDocument.uri);
  const file = openFile(session, path);
  const mention = file && mentionAt(file, offsetAt(file.index, position));
  if (file === undefined || mention === undefined) return undefined;
  const value = await describe(session, path, mention, token);
  if (value === undefined) return undefined;
  const { start, end } = mention.span;
  return {
    contents: { kind: 'markdown', value: shownText(value) },
    range: rangeOf(file.index, start, end),
  };
}

async function describe(
  session: Session,
  path: string,
  mention: Mention,
  token: CancellationToken,
): Promise<string | undefined> {
  switch (mention.kind) {
    case 'Name':
      return describeName(mention.of, mention.name);
    case 'Rules':
      return describeRule(session, path, mention, token);
    case 'Symbol':
      return describeSymbol(mention, programOf(session, path).mentions);
    case 'Key':
    case 'File':
      return undefined;
  }
}

type SymbolMention = Extract<Mention, { kind: 'Symbol' }>;

/** The number of listed positions; some scores are set at hundreds of positions. */
const LISTED = 5;

function describeSymbol({ of, name }: SymbolMention, mentions: readonly Mention[]): string {
  const same = mentions.filter(
    (other): other is SymbolMention =>
      other.kind === 'Symbol' && other.of === of && other.name === name,
  );
  const defined = same.filter(({ role }) => role === 'definition');
  const [title, verb] = of === 'tx' ? [`TX:${name}`, 'set'] : [name, 'defined'];
  const uses = same.length - defined.length;
  const locations = defined
    .slice(0, LISTED)
    .map(({ span }) => `- ${span.source.path}:${positionOf(span).line}`);
  const head = `**${title}** - ${of}, ${verb} in ${counted(defined.length)}, used in ${counted(uses)}`;
  return [head, locations.join('\n')].join('\n\n').trimEnd();
}

function counted(locations: number): string {
  return locations === 1 ? 'one location' : `${locations} locations`;
}
