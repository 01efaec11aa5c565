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
  /** `mayHoldEvil` of the input; undefined: not computed yet. */
  mayHoldEvil: boolean | undefined;
};

/** A point of a pass, between two steps of folding. */
export type FoldPass = {
  readonly position: number;
  readonly tokenCount: number;
  readonly sawDialectMark: boolean;
  readonly tokens: readonly Token[];
  readonly left: number;
  readonly pendingComment: Token | undefined;
};

export function beginFold(
  cursor: Cursor,
  tokens: Token[],
  left = 0,
  pendingComment?: Token,
): FoldState {
  return { cursor, tokens, left, pendingComment, isDry: false, mayHoldEvil: undefined };
}

export function foldPassOf({ cursor, tokens, left, pendingComment }: FoldState): FoldPass {
  const { position, tokenCount, sawDialectMark } = cursor;
  return { position, tokenCount, sawDialectMark, tokens: tokens.slice(), left, pendingComment };
}

/** Moves the cursor, which is at the start of its input, to the point and returns the state there. */
export function continueFold(cursor: Cursor, pass: FoldPass): FoldState {
  const { tokens, left, pendingComment } = pass;
  cursor.position = pass.position;
  cursor.tokenCount = pass.tokenCount;
  cursor.sawDialectMark = pass.sawDialectMark;
  return beginFold(cursor, tokens.slice(), left, pendingComment);
}

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
