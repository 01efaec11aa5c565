/** Shortens the tokens of a pass to a few characteristic ones (docs/spec/libinjection.md#folding). */
import { isFurther, type SharedPrefix } from '../shared-prefix.ts';
import { foldPair } from './fold-pair.ts';
import {
  beginFold,
  continueFold,
  type FoldPass,
  type FoldState,
  fill,
  foldPassOf,
} from './fold-state.ts';
import { foldTriple } from './fold-triple.ts';
import { beginsHarmlessly, mayHoldEvil } from './harmless.ts';
import { type Cursor, type Token, withType } from './token.ts';
import { isUnary } from './token-predicates.ts';
import { nextToken } from './tokenizer.ts';

/** The length of the longest fingerprint. */
const maxFolded = 5;

/** Sequences of five types that are equivalent to the first of them. */
const redundantBeginnings = ['1o(1)', '1,(1)', 'no(n)', 'no(1)', '1),(1', 'n)o(n'];

/** Returns the first significant token: not a comment, an open parenthesis, a type or a sign. */
function firstToken(cursor: Cursor): Token | undefined {
  for (;;) {
    const token = nextToken(cursor);
    if (token === undefined) return undefined;
    if (!'c(t'.includes(token.type) && !isUnary(token)) return token;
  }
}

function collapseBeginning(state: FoldState): void {
  const { tokens } = state;
  if (tokens.length < maxFolded) return;
  if (redundantBeginnings.some((types) => beginsWith(tokens, types))) {
    tokens.splice(1, maxFolded - 1);
    state.left = 0;
  }
}

function beginsWith(tokens: readonly Token[], types: string): boolean {
  for (let i = 0; i < types.length; i++) {
    if (tokens[i]?.type !== types[i]) return false;
  }
  return true;
}

/** Applies the rules at `left` once; returns false when folding ends with an evil token. */
function foldOnce(state: FoldState): boolean {
  const { tokens } = state;
  fill(state, 2);
  const a = tokens[state.left];
  const b = tokens[state.left + 1];
  if (a === undefined || b === undefined) {
    state.left = tokens.length;
    return true;
  }
  const step = foldPair(state, a, b);
  if (step === 'triple') foldThree(state);
  return step !== 'evil';
}

/** Reads the tokens again, because a pair rule may have changed them or `left`. */
function foldThree(state: FoldState): void {
  const { tokens } = state;
  fill(state, 3);
  const a = tokens[state.left];
  const b = tokens[state.left + 1];
  const c = tokens[state.left + 2];
  if (a === undefined || b === undefined || c === undefined) state.left = tokens.length;
  else foldTriple(state, a, b, c);
}

/** Returns whether the tokens read so far rule out an injection. */
function isHarmless(state: FoldState): boolean {
  const [first, second] = state.tokens;
  if (state.left !== 1 || first === undefined || second === undefined) return false;
  if (!beginsHarmlessly(first, second)) return false;
  state.mayHoldEvil ??= mayHoldEvil(state.cursor.input);
  return !state.mayHoldEvil;
}

/** An unclosed empty back-tick at the end is a comment in MySQL. */
function markBackTickComment(tokens: Token[]): void {
  const last = tokens.at(-1);
  if (last === undefined || tokens.length < 3) return;
  const isLoneBackTick = last.open === '`' && last.close === undefined && last.value === '';
  if (last.type === 'n' && isLoneBackTick) tokens[tokens.length - 1] = withType(last, 'c');
}

/** Returns the token types in order. */
export function typesOf(tokens: readonly Token[]): string {
  let types = '';
  for (const token of tokens) types += token.type;
  return types;
}

const none: readonly Token[] = [];

/**
 * Reads as many tokens as necessary; returns at most six, more than five only with an evil one, and none as soon as the
 * first two rule out an injection. `prefix`: of what the input begins with.
 */
export function fold(cursor: Cursor, prefix?: SharedPrefix<FoldPass>): readonly Token[] {
  const name = prefix === undefined ? '' : `${cursor.dialect}${cursor.pretendedQuote ?? ''}`;
  const known = prefix?.passes.get(name);
  if (known !== undefined) return foldFrom(continueFold(cursor, known), prefix, name);
  const first = firstToken(cursor);
  if (first === undefined) return none;
  // Many values are one number.
  if (cursor.position === cursor.input.length) return [first];
  return foldFrom(beginFold(cursor, [first]), prefix, name);
}

function foldFrom(
  state: FoldState,
  prefix: SharedPrefix<FoldPass> | undefined,
  name: string,
): readonly Token[] {
  const { cursor, tokens } = state;
  for (;;) {
    if (prefix !== undefined && isFurther(prefix, name, cursor.position))
      prefix.passes.set(name, foldPassOf(state));
    collapseBeginning(state);
    if (state.isDry || state.left >= maxFolded) break;
    if (isHarmless(state)) return none;
    if (!foldOnce(state)) return tokens.slice(0, state.left + 2);
  }
  if (tokens.length < maxFolded && state.pendingComment !== undefined) {
    tokens.push(state.pendingComment);
  }
  if (tokens.length > maxFolded) tokens.length = maxFolded;
  markBackTickComment(tokens);
  return tokens;
}
