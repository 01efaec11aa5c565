/** Base64 (RFC 4648), decoded as leniently as back ends do. */
import {
  BLOCK,
  BLOCKWISE_LENGTH,
  block,
  isOutputFull,
  output,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import { byteClassOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = '='.charCodeAt(0);

/** Instead of the value of a digit: a char that is skipped, and one that ends the text. */
const SKIPPED = -1;
const END = -2;

/** Char code -> 0 to 63, SKIPPED or END. */
const STANDARD = new Int8Array(256).fill(END);
for (let digit = 0; digit < 64; digit++) STANDARD[ALPHABET.charCodeAt(digit)] = digit;
for (const char of '\r\n') STANDARD[char.charCodeAt(0)] = SKIPPED;

/** Like STANDARD, with `-` and `_` of the URL-safe alphabet; all other chars are skipped. */
const EXTENDED = STANDARD.map((digit) => (digit === END ? SKIPPED : digit));
EXTENDED['-'.charCodeAt(0)] = 62;
EXTENDED['_'.charCodeAt(0)] = 63;

/**
 * Decodes Base64. Skips line ends and stops at the first other char outside the alphabet, padding included; the 2 or
 * 3 digits of an incomplete last group still decode to 1 or 2 bytes. Never fails
 * (docs/spec/seclang-evaluation.md#transformations, like Coraza).
 */
export const base64Decode: Transformation = (value) => {
  if (value.length < BLOCKWISE_LENGTH) return decode(value, STANDARD);
  const end = value.search(/[^A-Za-z0-9+/\r\n]/);
  return decode(end === -1 ? value : value.slice(0, end), STANDARD);
};

/** Decodes like a lenient decoder (PHP's): skips every char outside both alphabets, padding included. */
export const base64DecodeExt: Transformation = (value) => decode(value, EXTENDED);

/** Encodes Base64 with padding. */
export const base64Encode: Transformation = (value) => {
  const out = new ByteWriter();
  for (let at = 0; at < value.length; at += 3) {
    const left = value.length - at;
    // After the end charCodeAt returns NaN, which these operators treat as 0.
    const group =
      (value.charCodeAt(at) << 16) | (value.charCodeAt(at + 1) << 8) | value.charCodeAt(at + 2);
    out.push(ALPHABET.charCodeAt(group >> 18));
    out.push(ALPHABET.charCodeAt((group >> 12) & 63));
    out.push(left > 1 ? ALPHABET.charCodeAt((group >> 6) & 63) : PADDING);
    out.push(left > 2 ? ALPHABET.charCodeAt(group & 63) : PADDING);
  }
  return out.toString();
};

const ANY = -1;
const collector = {
  classes: 0,
  push(byte: number): void {
    this.classes |= byteClassOf(byte & 0xff);
  },
};

/** Returns the byte classes of the result of `base64Decode` (bytes/byte-classes.ts) without building it; all for a long value. */
export function base64Classes(value: ByteString): number {
  if (value.length >= BLOCKWISE_LENGTH) return ANY;
  collector.classes = 0;
  decodeTo(collector, value, STANDARD);
  return collector.classes;
}

function decode(value: ByteString, digits: Int8Array): ByteString {
  if (value.length >= BLOCKWISE_LENGTH) return decodeLong(value, digits);
  const out = new ByteWriter();
  decodeTo(out, value, digits);
  return out.toString();
}

/** `out` uses the low 8 bits of each byte. */
function decodeTo(out: { push(byte: number): void }, value: ByteString, digits: Int8Array): void {
  let bits = 0;
  let buffer = 0;
  for (let at = 0; at < value.length; at++) {
    const digit = digits[value.charCodeAt(at)] ?? END;
    if (digit === END) break;
    if (digit === SKIPPED) continue;
    buffer = ((buffer << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.push(buffer >> bits);
  }
}

function decodeLong(value: ByteString, digits: Int8Array): ByteString {
  // Local variables, because module variables are looked up at every use.
  const [bytes, decoded] = [block, output];
  let text = '';
  let length = 0;
  let bits = 0;
  let buffer = 0;
  for (let start = 0; start < value.length; start += BLOCK) {
    const count = readBlock(value, start);
    for (let at = 0; at < count; at += 1) {
      const digit = digits[bytes[at] ?? 0] ?? SKIPPED;
      if (digit < 0) continue;
      buffer = ((buffer << 6) | digit) & 0xffff;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      decoded[length] = buffer >> bits;
      length += 1;
    }
    if (!isOutputFull(length)) continue;
    text += textOfOutput(length);
    length = 0;
  }
  return text + textOfOutput(length);
}
