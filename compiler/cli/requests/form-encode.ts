/**
 * go-ftw's clean-up of urlencoded bodies: bodies that hold no escape at all get escaped
 * (docs/spec/ftw.md#requests).
 */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import { percentEncode } from './percent-encode.ts';

/**
 * `data` with every key and value escaped as Go's url.QueryEscape does, unless some escape (`%` or
 * `+`) is there already. A last `&` is lost, as in go-ftw.
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

/** Bytes other than letters, digits and `-_.~` as `%HH`; the blank as `+`. */
function queryEscape(text: ByteString): ByteString {
  return percentEncode(text).replaceAll('%20', '+');
}
