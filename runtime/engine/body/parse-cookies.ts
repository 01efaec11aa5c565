/** The Cookie header as version 0 cookies (docs/spec/body-processors.md#cookies). */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { decodePercent } from '../transformations/decode-percents.ts';
import { unescapeJson } from './json-scan.ts';
import type { Pair } from './pair.ts';

/**
 * Returns the cookies of one header value, in order. `;` separates cookies even between quotes, the first `=` splits
 * name and value, and nothing is decoded or unquoted. White space around the cookie and its name is removed, but not
 * after `=`. A cookie without `=` has the value "". A cookie without a name has the name "": back ends that accept it
 * pass it on, and Coraza keeps it since 3.8.1. Empty text between two `;` is no cookie. Quoted values with escapes or
 * `;` and JSON with escapes come once more at the end, decoded.
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
  if (!/\\|%5c|"[^"]*;/i.test(header)) return cookies;
  return [...cookies, ...quotedCookies(header), ...escapedJson(cookies)];
}

/**
 * The value is looked at only: another cookie may begin in it, because not every quote opens a value for all. Without `=`
 * the name is "", as in Django.
 */
const QUOTED_COOKIE = /(?:^|;)(?:([^=;]*)=)?[\t ]*(?="([^"\\]*(?:\\.[^"\\]*)*)")/gs;
const ESCAPE = /\\([0-3][0-7]{2}|.)/gs;

/**
 * Returns the cookies with escapes between quotes as Django, Flask, Starlette and aiohttp decode them: `"\047 or 1"` is
 * `' or 1` (RFC 2109 4.1; http.cookies of Python, which has the octal numbers). Flask and aiohttp also read a `;` in
 * quotes as part of the value.
 */
function quotedCookies(header: ByteString): readonly Pair[] {
  return [...header.matchAll(QUOTED_COOKIE)]
    .filter(([, , text = '']) => /[\\;]/.test(text))
    .map(([, name = '', text = '']) => [trimSpace(name), withoutEscapes(text)]);
}

function withoutEscapes(text: ByteString): ByteString {
  return text.replace(ESCAPE, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
  );
}

/** With `j:` Express (cookie-parser) reads JSON from a cookie; applications do it by themselves. */
const JSON_VALUE = /^[\t ]*(?:j:[\t ]*)?[[{]/;

/** Returns the cookies that are JSON with escapes as a text without them: `{"a":"\u0027"}` is `{"a":"'"}`. */
function escapedJson(cookies: readonly Pair[]): readonly Pair[] {
  return cookies.flatMap(([name, value]): readonly Pair[] => {
    const text = decodePercent(value);
    return text.includes('\\') && JSON_VALUE.test(text) ? [[name, unescapeJson(text)]] : [];
  });
}
