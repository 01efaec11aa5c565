/** Text in UTF-16 and UTF-32, which readers of JSON and XML detect by its first bytes (RFC 4627 3, XML 1.0 F.1). */
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from '../transformations/byte-writer.ts';
import { encodeUtf8 } from './encode-utf8.ts';

/** Bytes of a code unit, and whether the most significant byte is the first. */
type Encoding = { readonly unit: 2 | 4; readonly isBigEndian: boolean; readonly start: number };

/** By the first four bytes, with and without a byte order mark. In order: the marks of UTF-16LE begin that of UTF-32LE. */
const BEGINNINGS: readonly (readonly [RegExp, Encoding])[] = [
  [/^\xff\xfe\0\0/, { unit: 4, isBigEndian: false, start: 4 }],
  [/^\0\0\xfe\xff/, { unit: 4, isBigEndian: true, start: 4 }],
  [/^\xff\xfe/, { unit: 2, isBigEndian: false, start: 2 }],
  [/^\xfe\xff/, { unit: 2, isBigEndian: true, start: 2 }],
  [/^[^\0]\0\0\0/, { unit: 4, isBigEndian: false, start: 0 }],
  [/^\0\0\0[^\0]/, { unit: 4, isBigEndian: true, start: 0 }],
  [/^[^\0]\0/, { unit: 2, isBigEndian: false, start: 0 }],
  [/^\0[^\0]/, { unit: 2, isBigEndian: true, start: 0 }],
];

const LAST_CODE_POINT = 0x10ffff;
const REPLACEMENT = 0xfffd;

/**
 * Returns the text as UTF-8; undefined: its first bytes are not those of UTF-16 or UTF-32. Surrogates without the other
 * half stay, as in Python; what is no code point becomes U+FFFD, and an incomplete unit at the end is left out. Linear.
 */
export function decodeWide(body: ByteString): ByteString | undefined {
  const encoding = BEGINNINGS.find(([pattern]) => pattern.test(body))?.[1];
  if (encoding === undefined) return undefined;
  const text = new ByteWriter();
  let at = encoding.start;
  while (at + encoding.unit <= body.length) {
    const { codePoint, end } = readCodePoint(body, at, encoding);
    const bytes = encodeUtf8(codePoint <= LAST_CODE_POINT ? codePoint : REPLACEMENT);
    text.copy(bytes, 0, bytes.length);
    at = end;
  }
  return text.toString();
}

function readCodePoint(
  body: ByteString,
  at: number,
  encoding: Encoding,
): { readonly codePoint: number; readonly end: number } {
  const first = unitAt(body, at, encoding);
  const end = at + encoding.unit;
  const isHigh = encoding.unit === 2 && first >= 0xd800 && first <= 0xdbff;
  const second = isHigh ? unitAt(body, end, encoding) : 0;
  if (second < 0xdc00 || second > 0xdfff) return { codePoint: first, end };
  const codePoint = 0x10000 + (first - 0xd800) * 0x400 + (second - 0xdc00);
  return { codePoint, end: end + encoding.unit };
}

/** Returns the code unit at `at`; 0 when it is incomplete. */
function unitAt(body: ByteString, at: number, { unit, isBigEndian }: Encoding): number {
  if (at + unit > body.length) return 0;
  let value = 0;
  for (let index = 0; index < unit; index += 1) {
    const byte = body.charCodeAt(isBigEndian ? at + index : at + unit - 1 - index);
    value = value * 256 + byte;
  }
  return value;
}
