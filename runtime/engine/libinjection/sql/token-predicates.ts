/** Predicates of one token for the folding rules (docs/spec/libinjection.md#folding). */
import type { Token } from './token.ts';

const unaryOperators = new Set(['+', '-', '!', '~', '!!', 'not']);
const arithmeticOperators = new Set(['*', '/', '-', '+', '%']);

export function isUnary(token: Token): boolean {
  return token.type === 'o' && unaryOperators.has(token.value);
}

export function isArithmetic(token: Token): boolean {
  return token.type === 'o' && arithmeticOperators.has(token.value);
}
