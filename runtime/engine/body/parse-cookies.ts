/** The Cookie header as version 0 cookies (docs/spec/body-processors.md#cookies). */
import type { ByteString } from '../bytes/byte-string.ts';
import { trimSpace } from './ascii-space.ts';
import type { Pair } from './pair.ts';

/**
 * Cookies of one header value, in order. `;` separates even between quotes, the first `=` splits, and
 * nothing is decoded or unquoted. White space goes around the cookie and its name, not after `=`.
 * A cookie without `=` has the value ""; one without a name is skipped, as all engines do.
 */
export function parseCookies(header: ByteString): readonly Pair[] {
  const cookies: Pair[] = [];
  for (const piece of header.split(';')) {
    const cookie = trimSpace(piece);
    const equals = cookie.indexOf('=');
    const name = equals === -1 ? cookie : trimSpace(cookie.slice(0, equals));
    if (name !== '') cookies.push([name, equals === -1 ? '' : cookie.slice(equals + 1)]);
  }
  return cookies;
}
