/** The folding rules for two adjacent tokens (docs/spec/libinjection.md#pairs). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { type FoldState, trim } from './fold-state.ts';
import { beginsPhrase, keywordType } from './keywords.ts';
import { maxValueLength, type Token, type TokenType, withType } from './token.ts';
import { isArithmetic, isUnary } from './token-predicates.ts';

/** The step after a rule applies: start over, continue with three tokens, or stop as evil. */
export type FoldStep = 'again' | 'triple' | 'evil';

type PairRule = (state: FoldState, a: Token, b: Token) => FoldStep | undefined;

/** Functions that are names or variables unless a parenthesis follows. */
const calledNames: ReadonlySet<string> = new Set([
  'user_id',
  'user_name',
  'database',
  'password',
  'user',
  'current_user',
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
]);

/** Types that may continue a phrase. */
const phraseTypes = 'knoUfETt&';

/** Returns whether the word is a function when a parenthesis follows. */
export function isCalledName(word: ByteString): boolean {
  return calledNames.has(word);
}

/** Drops the last token and starts over at `left`. */
function shorten(state: FoldState, left: number): 'again' {
  trim(state, 1);
  state.left = Math.max(0, left);
  return 'again';
}

/** Drops the second of two strings or semicolons (P1, P2). */
function repetition(state: FoldState, a: Token, b: Token): FoldStep | undefined {
  return a.type === b.type ? shorten(state, state.left) : undefined;
}

/** Drops the second of two equal parentheses (P13, P14). */
function repeatedParenthesis(state: FoldState, a: Token, b: Token): FoldStep | undefined {
  return a.type === b.type ? shorten(state, 0) : undefined;
}

/** Drops a sign or a type after an operator (P3). */
function signAfterOperator(state: FoldState, _a: Token, b: Token): FoldStep | undefined {
  return b.type === 't' || isUnary(b) ? shorten(state, 0) : undefined;
}

/** Drops a sign after an opening parenthesis (P4). */
function signAfterParenthesis(state: FoldState, _a: Token, b: Token): FoldStep | undefined {
  return isUnary(b) ? shorten(state, state.left - 1) : undefined;
}

/** Merges two words that form one keyword, such as `union all` (P5). */
function phrase(state: FoldState, a: Token, b: Token): FoldStep | undefined {
  if (!beginsPhrase(a.value) || !phraseTypes.includes(b.type)) return undefined;
  if (a.value.length + 1 + b.value.length > maxValueLength) return undefined;
  const value = `${a.value} ${b.value}`;
  const type = keywordType(value);
  if (type === undefined) return undefined;
  state.tokens[state.left] = { type, value, open: a.open, close: a.close };
  return shorten(state, state.left - 1);
}

/** Takes the `if` of `;if(...)` for a statement instead of a function (P6). */
function ifStatement(state: FoldState, _a: Token, b: Token): FoldStep | undefined {
  if (b.type !== 'f' || !b.value.startsWith('if')) return undefined;
  state.tokens[state.left + 1] = withType(b, 'T');
  return 'again';
}

/** Takes a name such as `user` before a parenthesis for a function (P7). */
function call(state: FoldState, a: Token, b: Token): FoldStep | undefined {
  if (b.type !== '(' || !isCalledName(a.value)) return undefined;
  state.tokens[state.left] = withType(a, 'f');
  return 'again';
}

/** Takes `in` before a parenthesis for an operator, any other for a name (P8). */
function membership(state: FoldState, a: Token, b: Token): FoldStep | undefined {
  if (a.value !== 'in' && a.value !== 'not in') return undefined;
  state.tokens[state.left] = withType(a, b.type === '(' ? 'o' : 'n');
  return 'again';
}

/** Takes `like` before a parenthesis for a function (P9). */
function likeness(state: FoldState, a: Token, b: Token): FoldStep | undefined {
  if (a.value !== 'like' && a.value !== 'not like') return undefined;
  if (b.type === '(') state.tokens[state.left] = withType(a, 'f');
  return 'triple';
}

/** Drops a type before a value (P10). */
function typedValue(state: FoldState, _a: Token, b: Token): FoldStep | undefined {
  if (!'n1t(fvs'.includes(b.type)) return undefined;
  state.tokens[state.left] = b;
  return shorten(state, 0);
}

/** Takes the name of a collation, as in `collate utf8_bin`, for a type (P11). */
function collation(state: FoldState, _a: Token, b: Token): FoldStep | undefined {
  if (b.type !== 'n') return undefined;
  if (b.value.includes('_')) {
    state.tokens[state.left + 1] = withType(b, 't');
    state.left = 0;
  }
  return 'triple';
}

/** Takes a backslash before arithmetic for a number, and drops any other (P12). */
function loneBackslash(state: FoldState, a: Token, b: Token): FoldStep {
  if (isArithmetic(b)) {
    state.tokens[state.left] = withType(a, '1');
    state.left = 0;
    return 'again';
  }
  state.tokens[state.left] = b;
  return shorten(state, 0);
}

/** Drops the `{name` of ODBC escapes. An empty name is an attack on MySQL (P15). */
function odbcEscape(state: FoldState, _a: Token, b: Token): FoldStep | undefined {
  if (b.type !== 'n') return undefined;
  if (b.value === '') {
    state.tokens[state.left + 1] = withType(b, 'X');
    return 'evil';
  }
  trim(state, 2);
  state.left = 0;
  return 'again';
}

/** Rules by the type of the first token, in the order of the specification. */
const rules: ReadonlyMap<TokenType, readonly PairRule[]> = new Map<TokenType, readonly PairRule[]>([
  ['s', [repetition]],
  [';', [repetition, ifStatement]],
  ['o', [signAfterOperator, phrase, likeness]],
  ['&', [signAfterOperator]],
  ['(', [signAfterParenthesis, repeatedParenthesis]],
  [')', [repeatedParenthesis]],
  ['k', [phrase, membership]],
  ['n', [phrase, call]],
  ['v', [call]],
  ['U', [phrase]],
  ['f', [phrase]],
  ['E', [phrase]],
  ['T', [phrase]],
  ['t', [phrase, typedValue]],
  ['A', [collation]],
  ['\\', [loneBackslash]],
  ['{', [odbcEscape]],
]);

const noRules: readonly PairRule[] = [];

/** Applies the first rule that matches the two tokens at `left`; returns 'triple' when none does. */
export function foldPair(state: FoldState, a: Token, b: Token): FoldStep {
  for (const rule of rules.get(a.type) ?? noRules) {
    const step = rule(state, a, b);
    if (step !== undefined) return step;
  }
  // A closing brace is dropped after any token (P16).
  return b.type === '}' ? shorten(state, 0) : 'triple';
}
