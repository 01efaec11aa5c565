/** Detects media types from content: the part of the WHATWG MIME sniffing standard that the bodies of the tests need. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/** MIME sniffing, section 7.1: a tag counts only when a space or `>` follows it. */
const HTML =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]/i;
const XML = /^[\t\n\f\r ]*<\?xml/;

const SIGNATURES: readonly (readonly [start: ByteString, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\xfe\xff', 'text/plain; charset=utf-16be'],
  ['\xff\xfe', 'text/plain; charset=utf-16le'],
  ['\xef\xbb\xbf', 'text/plain; charset=utf-8'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/x-gzip'],
];

/** Control characters that text may contain: tab, LF, FF, CR, ESC. */
const TEXT_CONTROLS = '\t\n\f\r\x1b';

/** Returns the media type by the first 512 bytes, as http.DetectContentType of Go does. Other text is text/plain. */
export function detectContentType(body: ByteString): string {
  const start = body.slice(0, 512);
  if (HTML.test(start)) return 'text/html; charset=utf-8';
  if (XML.test(start)) return 'text/xml; charset=utf-8';
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (found !== undefined) return found[1];
  return isText(start) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

function isText(bytes: ByteString): boolean {
  return Array.from(bytes).every((byte) => byte >= ' ' || TEXT_CONTROLS.includes(byte));
}
