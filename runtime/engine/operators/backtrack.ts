/**
 * @rx on V8's backtracking RegExp. The unoptimised program uses it, so that tests can compare the linear matcher with
 * it. Never part of a module that inspects requests: some inputs take it minutes.
 */
import type { ByteString } from '../bytes/byte-string.ts';

export function backtrack(value: ByteString, pattern: RegExp): boolean {
  return pattern.test(value);
}

/** Returns the whole match and its groups 1 to 9; undefined: no match. */
export function backtrackCaptures(
  value: ByteString,
  pattern: RegExp,
): readonly ByteString[] | undefined {
  const found = pattern.exec(value);
  return found === null ? undefined : found.slice(0, 10).map((text) => text ?? '');
}
