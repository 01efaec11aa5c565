/** The Cookie header as version 0 cookies (docs/spec/body-processors.md#cookies). */
import type { ByteString } from '../bytes/byte-string.ts';
import { trimSpace } from './ascii-space.ts';
import type { Pair } from './pair.ts';

/**
 * Returns the cookies of one header value, in order. `;` separates cookies even between quotes, the first `=` splits
 * name and value, and nothing is decoded or unquoted. White space around the cookie and its name is removed, but not
 * after `=`. A cookie without `=` has the value "". A cookie without a name has the name "": back ends that accept it
 * pass it on, and Coraza keeps it since 3.8.1. Empty text between two `;` is no cookie.
 */
export function parseCookies(header: ByteString): readonly Pair[] {
  const cookies: Pair[] = [];
  for (const piece of header.split(';')) {
    const cookie = trimSpace(piece);
    if (cookie === '') continue;
    const equals = cookie.indexOf('=');
    if (equals === -1) cookies.push([cookie, '']);
    else cookies.push([trimSpace(cookie.slice(0, equals)), cookie.slice(equals + 1)]);
  }
  return cookies;
}
