/** Bytes as pairs of hexadecimal digits. */
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

const DIGITS = '0123456789abcdef';

/** Two lower-case digits a byte: twice the length. */
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
 * Every pair of chars is a byte, an odd last char is dropped. Chars that are no digits decode to what
 * ModSecurity's arithmetic makes of them; Coraza gives up and leaves the whole value encoded, so that
 * one stray char would hide the rest from the rule.
 */
export const hexDecode: Transformation = (value) => {
  const out = new ByteWriter();
  for (let at = 1; at < value.length; at += 2) {
    out.push(looseDigit(value.charCodeAt(at - 1)) * 16 + looseDigit(value.charCodeAt(at)));
  }
  return out.toString();
};

/** 0 to 15 for digits; for others any number. */
function looseDigit(code: number): number {
  return code < 0x41 ? code - 0x30 : (code & 0xdf) - 0x41 + 10;
}
