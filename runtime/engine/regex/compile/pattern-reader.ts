/** Where the regex parser stands in a pattern, and the first error it met. */
import type { ByteString } from '../../bytes/byte-string.ts';

/** Letters of the inline form: i, m, s, x, U. */
export type RegexFlags = {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
  readonly ungreedy: boolean;
};

/** What is wrong with a pattern; `index` is a char offset into it. */
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
  /** Between `\Q` and `\E`. */
  quoting: boolean;
  /** Groups that are open around `index`. */
  depth: number;
  captureCount: number;
  readonly groupNames: Map<string, number>;
  /** Highest group a back-reference names, and where. */
  highestReference: { readonly group: number; readonly index: number };
  error: RegexError | undefined;
};

export function isAtEnd(reader: PatternReader): boolean {
  return reader.index >= reader.text.length;
}

/** The next char, "" at the end. */
export function peek(reader: PatternReader): string {
  return reader.text.charAt(reader.index);
}

/** Reads `token` when it comes next. */
export function take(reader: PatternReader, token: string): boolean {
  if (!reader.text.startsWith(token, reader.index)) return false;
  reader.index += token.length;
  return true;
}

/** Reads what `pattern` (sticky) matches here; "" when it does not. */
export function takeMatch(reader: PatternReader, pattern: RegExp): string {
  pattern.lastIndex = reader.index;
  const found = pattern.exec(reader.text)?.[0] ?? '';
  reader.index += found.length;
  return found;
}

/** Reads up to `terminator` and over it; undefined when it does not come. */
export function takeUntil(reader: PatternReader, terminator: string): string | undefined {
  const end = reader.text.indexOf(terminator, reader.index);
  if (end === -1) return undefined;
  const found = reader.text.slice(reader.index, end);
  reader.index = end + terminator.length;
  return found;
}

/** Keeps the first error and goes to the end of the pattern, where every loop of the parser stops. */
export function fail(reader: PatternReader, message: string, index: number, hint?: string): void {
  reader.error ??= { kind: 'Error', message, index, hint };
  reader.index = reader.text.length;
}
