/** The state of the regex parser: its position in a pattern, and the first error. */
import type { ByteString } from '../../bytes/byte-string.ts';

/** Flags by their inline letters: i, m, s, x, U, n, J. */
export type RegexFlags = {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
  readonly ungreedy: boolean;
  /** Only groups with a name capture. */
  readonly namedOnly: boolean;
  readonly duplicateNames: boolean;
};

/** An error in a pattern; `index` is a char offset into it. */
export type RegexError = {
  readonly kind: 'Error';
  /** One full sentence. */
  readonly message: string;
  readonly index: number;
  readonly hint: string | undefined;
};

export type PatternReader = {
  readonly text: ByteString;
  index: number;
  flags: RegexFlags;
  /** True between `\Q` and `\E`. */
  quoting: boolean;
  /** Number of open groups around `index`. */
  depth: number;
  captureCount: number;
  /** 'several': (?J) has allowed several groups of this name. */
  readonly groupNames: Map<string, number | 'several'>;
  /** Names to which the pattern has referred so far. */
  readonly referredNames: Set<string>;
  /** The highest group number in a back-reference, and its char offset. */
  highestReference: { readonly group: number; readonly index: number };
  error: RegexError | undefined;
};

export function isAtEnd(reader: PatternReader): boolean {
  return reader.index >= reader.text.length;
}

/** Returns the next char, "" at the end. */
export function peek(reader: PatternReader): string {
  return reader.text.charAt(reader.index);
}

/** Consumes `token` when it comes next; returns whether it did. */
export function take(reader: PatternReader, token: string): boolean {
  if (!reader.text.startsWith(token, reader.index)) return false;
  reader.index += token.length;
  return true;
}

/** Consumes and returns what `pattern` (sticky) matches here; "" when it does not match. */
export function takeMatch(reader: PatternReader, pattern: RegExp): string {
  pattern.lastIndex = reader.index;
  const found = pattern.exec(reader.text)?.[0] ?? '';
  reader.index += found.length;
  return found;
}

/**
 * Consumes the text up to and including `terminator` and returns the text before it; undefined when it does not
 * occur.
 */
export function takeUntil(reader: PatternReader, terminator: string): string | undefined {
  const end = reader.text.indexOf(terminator, reader.index);
  if (end === -1) return undefined;
  const found = reader.text.slice(reader.index, end);
  reader.index = end + terminator.length;
  return found;
}

/** Records the first error and moves to the end of the pattern, where every loop of the parser stops. */
export function fail(reader: PatternReader, message: string, index: number, hint?: string): void {
  reader.error ??= { kind: 'Error', message, index, hint };
  reader.index = reader.text.length;
}
