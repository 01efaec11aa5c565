/** What a body is by its own bytes, whatever its Content-Type says (after WHATWG, MIME Sniffing 7.1). */
import type { ByteString } from '../bytes/byte-string.ts';
import { isUtf8 } from '../bytes/utf8.ts';

export type SniffedContent = 'JSON' | 'XML' | 'URLENCODED' | 'TEXT';

/** Bytes enough for the patterns below: blanks in front, and the name of a form's first field. */
const BEGINNING = 1024;

/** Of random bytes one beginning in 256 is `"`: what is no text as a whole has to begin as text for so long. */
const READABLE = /^[\t\n\r -~]{16}/;

const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** In order: the first that matches decides what the body is. */
const BEGINNINGS: readonly (readonly [RegExp, SniffedContent])[] = [
  [/^\s*(?:"|\{\s*["}]|\[\s*(?:[\]{["]|-?[0-9]|true|false|null))/, 'JSON'],
  // Read as XML the names of tags would be no values, and nobody would see `<script>`.
  [
    /^\s*<(?:!--|!doctype\s+html|a|b|body|br|button|div|embed|font|form|h[1-6]|head|html|iframe|img|input|link|meta|object|p|script|span|style|table|title|video)[\s/>]/i,
    'TEXT',
  ],
  [/^\s*<[a-z_:!?]/i, 'XML'],
  [/^[!-~]+=/, 'URLENCODED'],
];

/** Undefined: the bytes are no text, and do not begin like what a body processor reads. */
export function sniffContent(body: ByteString): SniffedContent | undefined {
  const beginning = withoutMark(body.slice(0, BEGINNING));
  const found = BEGINNINGS.find(([pattern]) => pattern.test(beginning))?.[1];
  if (isText(body)) return found ?? 'TEXT';
  return READABLE.test(beginning) ? found : undefined;
}

/** The body without a byte order mark of UTF-8. */
export function withoutMark(body: ByteString): ByteString {
  return body.startsWith(BYTE_ORDER_MARK) ? body.slice(BYTE_ORDER_MARK.length) : body;
}

/** Valid UTF-8 without a NUL. */
function isText(body: ByteString): boolean {
  return !body.includes('\0') && isUtf8(body);
}
