/** Semantic tokens: the kind of each word of a document, for colours. */
import {
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
} from 'vscode-languageserver/node';
import { type LineIndex, offsetAt, positionAt } from './line-index.ts';
import { isDefinition, type Mention, type NameKind, type SymbolKind } from './mentions/mention.ts';
import { mentionsOf } from './mentions/mentions-of.ts';
import { openFile, type Session } from './session.ts';
import { pathOf } from './workspace.ts';

const TYPES = [
  'keyword',
  'variable',
  'function',
  'method',
  'property',
  'parameter',
  'number',
  'string',
  'label',
  'enumMember',
  'type',
] as const;
type TokenType = (typeof TYPES)[number];

/** Bits of the modifiers: names of SecLang, and definitions. */
const MODIFIERS = ['defaultLibrary', 'definition'] as const;
const [LIBRARY, DEFINITION] = [1, 2];

export const legend: SemanticTokensLegend = {
  tokenTypes: [...TYPES],
  tokenModifiers: [...MODIFIERS],
};

const NAMES: Readonly<Record<NameKind, TokenType>> = {
  directive: 'keyword',
  variable: 'variable',
  operator: 'function',
  transformation: 'method',
  action: 'property',
  control: 'parameter',
};
const SYMBOLS: Readonly<Record<SymbolKind, TokenType>> = {
  tx: 'variable',
  marker: 'label',
  tag: 'enumMember',
  dataset: 'type',
};

export function semanticTokens(
  session: Session,
  params: SemanticTokensParams | SemanticTokensRangeParams,
): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  const file = openFile(session, pathOf(session.workspace, params.textDocument.uri));
  if (file === undefined) return builder.build();
  const { index, directives } = file;
  const range = 'range' in params ? params.range : undefined;
  const from = range === undefined ? 0 : offsetAt(index, range.start);
  const to = range === undefined ? index.text.length : offsetAt(index, range.end);
  const mentions = directives
    .filter(({ span }) => span.end >= from && span.start <= to)
    .flatMap(mentionsOf)
    .toSorted((left, right) => left.span.start - right.span.start);
  let end = 0;
  for (const mention of mentions) {
    const { span } = mention;
    // Tokens must not overlap or be empty: an operator that is not written has an empty span.
    if (span.start < end || span.end <= span.start) continue;
    end = span.end;
    push(builder, index, mention);
  }
  return builder.build();
}

/** A token that continues on the next line is left to the grammar, because tokens may not span lines. */
function push(builder: SemanticTokensBuilder, index: LineIndex, mention: Mention): void {
  const [start, end] = [positionAt(index, mention.span.start), positionAt(index, mention.span.end)];
  if (start.line !== end.line) return;
  const type = TYPES.indexOf(typeOf(mention));
  const modifiers =
    (mention.kind === 'Name' ? LIBRARY : 0) | (isDefinition(mention) ? DEFINITION : 0);
  builder.push(start.line, start.character, end.character - start.character, type, modifiers);
}

function typeOf(mention: Mention): TokenType {
  switch (mention.kind) {
    case 'Name':
      return NAMES[mention.of];
    case 'Symbol':
      return SYMBOLS[mention.of];
    case 'Rules':
      return 'number';
    case 'Key':
    case 'File':
      return 'string';
  }
}
