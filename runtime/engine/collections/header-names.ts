/**
 * Header names that most requests have. A module creates their texts once, with all results of transformations and
 * the prefilter, instead of once for every transaction. The list is fixed, so that no request can fill it or learn
 * from response times what other requests sent.
 */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { type InternedValue, internValue } from './entry.ts';

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

/** Returns the texts by name, each as HTTP/1.1 clients write it and in lower case. */
export function loadHeaderNames(): ReadonlyMap<ByteString, InternedValue> {
  const texts = new Map<ByteString, InternedValue>();
  for (const name of NAMES) {
    internValue(texts, name);
    internValue(texts, lowerAscii(name));
  }
  return texts;
}
