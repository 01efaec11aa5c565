/** The folding rules for three neighbouring tokens (docs/spec/libinjection.md#triples). */
import { type FoldState, trim } from './fold-state.ts';
import { type Token, type TokenType, withType } from './token.ts';
import { isUnary } from './token-predicates.ts';

type TripleRule = {
  /** Token types, as letters in a row. */
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

/** The last two tokens go: the first alone means the same. */
function absorbing(first: string, second: (token: Token) => boolean, third: string): TripleRule {
  return { first, second, third, replacesSecond: false, trims: 2 };
}

/** The second token goes; where `trims` is 3, the two at the end of the list with it. */
function skipping(
  first: string,
  second: (token: Token) => boolean,
  third: string,
  trims = 1,
): TripleRule {
  return { first, second, third, replacesSecond: true, trims };
}

/** T1 to T13; the first that fits is applied. */
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

/** Applies the first rule that fits the three tokens at `left`, or moves `left` on by one. */
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
