/**
 * @rx on V8's backtracking RegExp: what the plain program uses, so that the linear matcher has something
 * to be compared with. Never in a module that meets requests: some input takes it minutes.
 */
import type { ByteString } from '../bytes/byte-string.ts';

export function backtrack(value: ByteString, pattern: RegExp): boolean {
  return pattern.test(value);
}

/** The whole match and its groups 1 to 9. */
export function backtrackCaptures(
  value: ByteString,
  pattern: RegExp,
): readonly ByteString[] | undefined {
  const found = pattern.exec(value);
  return found === null ? undefined : found.slice(0, 10).map((text) => text ?? '');
}
