/** Bytes as pairs of hexadecimal digits. */
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

const DIGITS = '0123456789abcdef';

/** Encodes each byte as two lower-case digits: twice the length. */
export const hexEncode: Transformation = (value) => {
  const out = new ByteWriter();
  for (let at = 0; at < value.length; at++) {
    const byte = value.charCodeAt(at);
    out.push(DIGITS.charCodeAt(byte >> 4));
    out.push(DIGITS.charCodeAt(byte & 15));
  }
  return out.toString();
};

/**
 * Decodes every pair of chars to a byte and drops an odd last char. Chars that are not digits decode as in
 * ModSecurity's arithmetic; Coraza leaves the whole value encoded, so that one stray char would hide the rest from
 * the rule.
 */
export const hexDecode: Transformation = (value) => {
  const out = new ByteWriter();
  for (let at = 1; at < value.length; at += 2) {
    out.push(looseDigit(value.charCodeAt(at - 1)) * 16 + looseDigit(value.charCodeAt(at)));
  }
  return out.toString();
};

/** Returns 0 to 15 for digits; for other chars any number. */
function looseDigit(code: number): number {
  return code < 0x41 ? code - 0x30 : (code & 0xdf) - 0x41 + 10;
}
