/** Detects the type of a body by its bytes, whatever its Content-Type is (after WHATWG, MIME Sniffing 7.1). */
import type { ByteString } from '../bytes/byte-string.ts';
import { isUtf8 } from '../bytes/utf8.ts';

export type SniffedContent = 'JSON' | 'XML' | 'URLENCODED' | 'TEXT';

/** Bytes or characters: enough for the patterns below, with leading blanks and the name of a form's first field. */
export const BEGINNING = 1024;

/**
 * A body that is not text as a whole must begin with this much text, because one in 256 random bodies begins with
 * `"`.
 */
const READABLE = /^[\t\n\r -~]{16}/;

const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** In order: the first match decides the type of the body. */
const BEGINNINGS: readonly (readonly [RegExp, SniffedContent])[] = [
  [/^\s*(?:"|\{\s*["}]|\[\s*(?:[\]{["]|-?[0-9]|true|false|null))/, 'JSON'],
  // As XML, names of tags would not be values, so that no rule would see `<script>`.
  [
    /^\s*<(?:!--|!doctype\s+html|a|b|body|br|button|div|embed|font|form|h[1-6]|head|html|iframe|img|input|link|meta|object|p|script|span|style|table|title|video)[\s/>]/i,
    'TEXT',
  ],
  [/^\s*<[a-z_:!?]/i, 'XML'],
  [/^[!-~]+=/, 'URLENCODED'],
];

/**
 * Types whose bodies are text whatever bytes they contain. Some back ends search all of Content-Type for words such as
 * `multipart`, so that `text/css; type=multipart; boundary=x` is a form for them.
 */
const TEXT_TYPES = /^\s*text\/|multipart|urlencoded/i;

/**
 * Returns the type; undefined: the body is no text, and does not begin like the input of a body processor. `contentType`:
 * the value of Content-Type, which has named no processor.
 */
export function sniffContent(
  body: ByteString,
  contentType: ByteString = '',
): SniffedContent | undefined {
  const beginning = withoutMark(body.slice(0, BEGINNING));
  const found = beginsLike(beginning);
  if (TEXT_TYPES.test(contentType) || isText(body)) return found ?? 'TEXT';
  return READABLE.test(beginning) ? found : undefined;
}

/** Returns what the text begins like; undefined: no input of a body processor, and no HTML. */
export function beginsLike(text: ByteString): SniffedContent | undefined {
  return BEGINNINGS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Returns the body without a UTF-8 byte order mark. */
export function withoutMark(body: ByteString): ByteString {
  return body.startsWith(BYTE_ORDER_MARK) ? body.slice(BYTE_ORDER_MARK.length) : body;
}

/** Returns whether the body is valid UTF-8 without a NUL. */
function isText(body: ByteString): boolean {
  return !body.includes('\0') && isUtf8(body);
}
