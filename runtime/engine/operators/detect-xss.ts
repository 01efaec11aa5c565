/** `@detectXSS`: script injection, found by parsing the value as HTML. It has no argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import { type HtmlPass, isXss } from '../libinjection/xss.ts';
import { type ReadPrefixes, readPrefixOf } from './read-prefix.ts';

const prefixes: ReadPrefixes<HtmlPass> = new WeakMap();

export function detectXss(value: ByteString): boolean {
  return isXss(value, readPrefixOf(prefixes, value));
}

/** Returns the whole value, which becomes TX.0 as in ModSecurity; undefined: no injection. */
export function detectXssCaptures(value: ByteString): readonly ByteString[] | undefined {
  return detectXss(value) ? [value] : undefined;
}
