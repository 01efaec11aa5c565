/** Decodes the references in character data of XML (XML 1.0, 4.1 and 4.6). */
import type { ByteString } from '../bytes/byte-string.ts';
import { hexDigit } from '../transformations/ascii.ts';
import { encodeUtf8 } from './encode-utf8.ts';
import { type Escape, replaceEscapes } from './replace-escapes.ts';
import { NAME } from './xml-syntax.ts';

export type XmlText = {
  readonly value: ByteString;
  /** Some `&` begins neither a predefined entity nor a character number; it stays unchanged. */
  readonly hasUnknownReference: boolean;
};

const PREDEFINED = [
  ['lt;', '<'],
  ['gt;', '>'],
  ['amp;', '&'],
  ['quot;', '"'],
  ['apos;', "'"],
] as const;

/** `&` and a name that a DTD may declare. */
const NAMED = new RegExp(`&${NAME};`, 'y');

/**
 * Returns the text with references decoded once, to UTF-8 bytes. Entities of a DTD are never expanded: with `hasDtd`
 * names that a DTD may declare stay as they are, for transformations to decode, and do not count as unknown.
 */
export function decodeXmlText(text: ByteString, hasDtd = false): XmlText {
  let hasUnknownReference = false;
  const value = replaceEscapes(text, '&', (source, at) => {
    const reference = readReference(source, at + 1);
    if (reference === undefined && !(hasDtd && isNamed(source, at))) hasUnknownReference = true;
    return reference;
  });
  return { value, hasUnknownReference };
}

function isNamed(text: ByteString, at: number): boolean {
  NAMED.lastIndex = at;
  return NAMED.test(text);
}

function readReference(text: ByteString, start: number): Escape | undefined {
  if (text.charAt(start) === '#') return readCharacter(text, start + 1);
  for (const [name, value] of PREDEFINED) {
    if (text.startsWith(name, start)) return { value, end: start + name.length };
  }
  return undefined;
}

const FIRST_OUTSIDE_UNICODE = 0x110000;

/** Decodes `65;` or `x41;`, with any number of leading zeros; undefined: no character. */
function readCharacter(text: ByteString, start: number): Escape | undefined {
  const isHex = text.charAt(start) === 'x';
  const base = isHex ? 16 : 10;
  const first = isHex ? start + 1 : start;
  let at = first;
  let codePoint = 0;
  for (let digit = digitAt(text, at, base); digit !== -1; digit = digitAt(text, at, base)) {
    codePoint = Math.min(codePoint * base + digit, FIRST_OUTSIDE_UNICODE);
    at += 1;
  }
  if (at === first || text.charAt(at) !== ';' || !isXmlCharacter(codePoint)) return undefined;
  return { value: encodeUtf8(codePoint), end: at + 1 };
}

function digitAt(text: ByteString, at: number, base: number): number {
  const digit = hexDigit(text.charCodeAt(at));
  return digit < base ? digit : -1;
}

/** Returns whether the code point is a Char of XML 1.0 (2.2): no control character, no surrogate. */
function isXmlCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return false;
  return codePoint < 0xfffe || (codePoint > 0xffff && codePoint < FIRST_OUTSIDE_UNICODE);
}
