/** `@detectXSS`: script injection, found by parsing the value as HTML. It has no argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import { isXss } from '../libinjection/xss.ts';

export function detectXss(value: ByteString): boolean {
  return isXss(value);
}

/** Returns the whole value, which becomes TX.0 as in ModSecurity; undefined: no injection. */
export function detectXssCaptures(value: ByteString): readonly ByteString[] | undefined {
  return isXss(value) ? [value] : undefined;
}
