/**
 * Header names and values that most requests have. A module creates their texts once, with all results of
 * transformations and the prefilter, instead of once for every transaction. The lists are fixed, so that no request
 * can fill them or learn from response times what other requests sent.
 */
import { byteClassesOf } from '../bytes/byte-classes.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { createText, type InternedValue } from './entry.ts';

/** Each is in the list as HTTP/1.1 clients write it and in lower case. */
const NAMES: readonly string[] = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Connection',
  'Content-Length',
  'Content-Type',
  'Cookie',
  'DNT',
  'Date',
  'ETag',
  'Expires',
  'Host',
  'If-Modified-Since',
  'If-None-Match',
  'Last-Modified',
  'Location',
  'Origin',
  'Pragma',
  'Priority',
  'Range',
  'Referer',
  'Sec-CH-UA',
  'Sec-CH-UA-Mobile',
  'Sec-CH-UA-Platform',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Mode',
  'Sec-Fetch-Site',
  'Sec-Fetch-User',
  'Server',
  'Set-Cookie',
  'Transfer-Encoding',
  'Upgrade-Insecure-Requests',
  'User-Agent',
  'Vary',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Requested-With',
];

/** Values that many clients send: none contains a version or the name of a site. */
const VALUES: readonly string[] = [
  '',
  '0',
  '1',
  'GET',
  'HEAD',
  'POST',
  'HTTP/1.0',
  'HTTP/1.1',
  'HTTP/2.0',
  '/',
  // Accept
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/css,*/*;q=0.1',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
  'image/avif,image/webp,*/*',
  'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  'image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  // Accept-Encoding
  'gzip',
  'gzip, deflate',
  'gzip, deflate, br',
  'gzip, deflate, br, zstd',
  'identity',
  // Accept-Language
  'en-US,en;q=0.5',
  'en-US,en;q=0.9',
  'en-GB,en;q=0.5',
  'en-GB,en;q=0.9',
  // Cache-Control, Connection, Pragma
  'close',
  'keep-alive',
  'max-age=0',
  'no-cache',
  // Content-Type
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=UTF-8',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'text/plain;charset=UTF-8',
  // Priority
  'i',
  'u=0',
  'u=0, i',
  'u=1',
  'u=1, i',
  'u=2',
  'u=2, i',
  'u=3, i',
  'u=4',
  'u=5, i',
  // Sec-CH-UA-Mobile, Sec-CH-UA-Platform, Sec-Fetch-User
  '?0',
  '?1',
  '"Android"',
  '"Linux"',
  '"Windows"',
  '"iOS"',
  '"macOS"',
  // Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Fetch-Site
  'document',
  'empty',
  'font',
  'iframe',
  'image',
  'manifest',
  'script',
  'style',
  'cors',
  'navigate',
  'no-cors',
  'websocket',
  'cross-site',
  'none',
  'same-origin',
  'same-site',
  // X-Forwarded-Proto, X-Requested-With
  'http',
  'https',
  'XMLHttpRequest',
];

/** By value. */
export type CommonTexts = ReadonlyMap<ByteString, InternedValue>;

export function loadCommonTexts(): CommonTexts {
  const values = new Set([...NAMES, ...NAMES.map(lowerAscii), ...VALUES]);
  return new Map(Array.from(values, (value) => [value, createCommonText(value)]));
}

function createCommonText(value: ByteString): InternedValue {
  return createText(value, byteClassesOf(value), undefined, true);
}

/**
 * Returns the text of a transformation's result, or undefined if `from` is not a common text. It is not one of the
 * transaction's texts, because a common text must not keep a request in memory; and it cannot be found by its value,
 * because requests could add to the common texts otherwise.
 */
export function commonResult(
  common: CommonTexts,
  from: InternedValue,
  value: ByteString,
): InternedValue | undefined {
  return from.isCommon ? (common.get(value) ?? createCommonText(value)) : undefined;
}
