/**
 * Escapes urlencoded bodies as go-ftw does: only bodies that contain no escape at all
 * (docs/spec/ftw.md#requests).
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { percentEncode } from './percent-encode.ts';

/**
 * Escapes every key and value as url.QueryEscape of Go does. Returns `data` unchanged when it already contains an
 * escape (`%` or `+`). Removes a trailing `&`, as go-ftw does.
 */
export function formEncode(data: ByteString): ByteString {
  if (/[%+]/.test(data)) return data;
  return data.replace(/&$/, '').split('&').map(encodePair).join('&');
}

function encodePair(pair: ByteString): ByteString {
  const equals = pair.indexOf('=');
  if (equals === -1) return queryEscape(pair);
  return `${queryEscape(pair.slice(0, equals))}=${queryEscape(pair.slice(equals + 1))}`;
}

/** Encodes the space as `+`, and all bytes other than letters, digits and `-_.~` as `%HH`. */
function queryEscape(text: ByteString): ByteString {
  return percentEncode(text).replaceAll('%20', '+');
}
