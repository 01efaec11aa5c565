/** The short list of tokens that folding works on (docs/spec/libinjection.md#folding). */
import type { Cursor, Token } from './token.ts';
import { nextToken } from './tokenizer.ts';

/** One more than the length of a fingerprint, because a rule may need the token after it. */
const maxTokens = 6;

export type FoldState = {
  readonly cursor: Cursor;
  /** At most `maxTokens` tokens. */
  readonly tokens: Token[];
  /** Index of the first token that the rules check. */
  left: number;
  /** The last comment, if no other token has followed it. */
  pendingComment: Token | undefined;
  /** The input has no more tokens. */
  isDry: boolean;
};

/** Reads tokens until there are `wanted` from `left` on, the list is full or the input ends. */
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

/** Drops the last tokens of the list, which need not be those that a rule checked. */
export function trim(state: FoldState, count: number): void {
  for (let i = 0; i < count; i++) state.tokens.pop();
}
