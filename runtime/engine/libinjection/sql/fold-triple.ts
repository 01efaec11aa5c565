/** The folding rules for three adjacent tokens (docs/spec/libinjection.md#triples). */
import { type FoldState, trim } from './fold-state.ts';
import { type Token, type TokenType, withType } from './token.ts';
import { isUnary } from './token-predicates.ts';

type TripleRule = {
  /** Token types; each letter is one type. */
  readonly first: string;
  readonly second: (token: Token) => boolean;
  readonly third: string;
  /** Whether the third token replaces the second before the list is cut. */
  readonly replacesSecond: boolean;
  readonly trims: number;
};

function isOperator(token: Token): boolean {
  return token.type === 'o';
}

function isCast(token: Token): boolean {
  return token.type === 'o' && token.value === '::';
}

function isComma(token: Token): boolean {
  return token.type === ',';
}

function isPoint(token: Token): boolean {
  return token.type === '.';
}

function isNotOpening(token: Token): boolean {
  return token.type !== '(';
}

function isAnything(): boolean {
  return true;
}

/** Returns a rule that drops the last two tokens: the first alone is equivalent. */
function absorbing(first: string, second: (token: Token) => boolean, third: string): TripleRule {
  return { first, second, third, replacesSecond: false, trims: 2 };
}

/** Returns a rule that drops the second token; when `trims` is 3, also the last two of the list. */
function skipping(
  first: string,
  second: (token: Token) => boolean,
  third: string,
  trims = 1,
): TripleRule {
  return { first, second, third, replacesSecond: true, trims };
}

/** T1 to T13; the first rule that matches is applied. */
const rules: readonly TripleRule[] = [
  absorbing('1', isOperator, '1'),
  absorbing('o', isNotOpening, 'o'),
  absorbing('&', isAnything, '&'),
  absorbing('v', isOperator, 'v1n'),
  absorbing('n1', isOperator, '1n'),
  absorbing('n1vs', isCast, 't'),
  absorbing('n1sv', isComma, '1nsv'),
  skipping('EB,', isUnary, '('),
  skipping('kEB', isUnary, '1nvsf'),
  skipping(',', isUnary, '1nvs', 3),
  skipping(',', isUnary, 'f'),
  absorbing('n', isPoint, 'n'),
  skipping('E', isPoint, 'n'),
];

const rulesByFirst: ReadonlyMap<TokenType, readonly TripleRule[]> = new Map(
  (['1', 'o', '&', 'v', 'n', 's', 'E', 'B', ',', 'k'] as const).map((type) => [
    type,
    rules.filter((rule) => rule.first.includes(type)),
  ]),
);

const noRules: readonly TripleRule[] = [];

/** Applies the first rule that matches the three tokens at `left`, or increments `left`. */
export function foldTriple(state: FoldState, a: Token, b: Token, c: Token): void {
  for (const rule of rulesByFirst.get(a.type) ?? noRules) {
    if (rule.third.includes(c.type) && rule.second(b)) {
      if (rule.replacesSecond) state.tokens[state.left + 1] = c;
      trim(state, rule.trims);
      state.left = 0;
      return;
    }
  }
  // USER takes no argument, so with one it is no function.
  if (a.type === 'f' && b.type === '(' && c.type !== ')' && a.value === 'user') {
    state.tokens[state.left] = withType(a, 'n');
  }
  state.left++;
}
