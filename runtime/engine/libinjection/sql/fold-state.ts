/** The short list of tokens that folding works on (docs/spec/libinjection.md#folding). */
import type { Cursor, Token } from './token.ts';
import { nextToken } from './tokenizer.ts';

/** One more than a fingerprint is long, because a rule may need to see the token after it. */
const maxTokens = 6;

export type FoldState = {
  readonly cursor: Cursor;
  /** Never more than `maxTokens`. */
  readonly tokens: Token[];
  /** Index of the first token the rules look at. */
  left: number;
  /** The comment read last, when no other token came after it. */
  pendingComment: Token | undefined;
  /** The input has no more tokens. */
  isDry: boolean;
};

/** Reads until `wanted` tokens stand from `left` on, the list is full or the input has run dry. */
export function fill(state: FoldState, wanted: number): void {
  const { cursor, tokens } = state;
  while (!state.isDry && tokens.length < maxTokens && tokens.length - state.left < wanted) {
    const token = nextToken(cursor);
    if (token === undefined) {
      state.isDry = true;
    } else if (token.type === 'c') {
      state.pendingComment = token;
    } else {
      state.pendingComment = undefined;
      tokens.push(token);
    }
  }
}

/** Drops the last tokens of the list, which need not be those a rule looked at. */
export function trim(state: FoldState, count: number): void {
  for (let i = 0; i < count; i++) state.tokens.pop();
}
