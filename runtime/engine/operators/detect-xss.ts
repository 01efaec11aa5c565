/** `@detectXSS`: script injection by reading the value as HTML, without an argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import { isXss } from '../libinjection/xss.ts';

export function detectXss(value: ByteString): boolean {
  return isXss(value);
}

/** TX.0 is the whole value, as in ModSecurity. */
export function detectXssCaptures(value: ByteString): readonly ByteString[] | undefined {
  return isXss(value) ? [value] : undefined;
}
