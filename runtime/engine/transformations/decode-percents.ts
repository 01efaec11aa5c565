/** Percent-encoding, read in one pass: for targets, for forms, and as IIS reads it. */
import { block, LONG_TEXT, output, readBlock, textOfOutput } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { hexByteAt, hexWordAt } from './ascii.ts';
import type { BestFit } from './best-fit.ts';
import { CHUNK, chunk, textOfChunk } from './byte-chunk.ts';
import { lowByte } from './code-points.ts';
import { mapLong } from './map-bytes.ts';

export type PercentReading = {
  /** `+` is a blank. */
  readonly plus: boolean;
  /** What `%uHHHH` stands for; undefined: it is no escape. */
  readonly bestFit: BestFit | undefined;
};

const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;
const CASE_BIT = 0x20;
const LETTER_U = 0x75;

/** What bytes outside of escapes stand for: a look-up costs less than a branch on what comes at every word. */
const asTheyAre = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const plusAsBlank = asTheyAre.map((byte) => (byte === PLUS ? BLANK : byte));

/** `%HH` is a byte; a `%` that begins no escape stays. Linear. */
export function decodePercents(value: ByteString, { plus, bestFit }: PercentReading): ByteString {
  if (!value.includes('%') && !(plus && value.includes('+'))) return value;
  const table = plus ? plusAsBlank : asTheyAre;
  if (value.length < LONG_TEXT) return decode(value, table, bestFit);
  return value.includes('%') ? decodeLong(value, table, bestFit) : mapLong(value, table);
}

function decodeLong(
  value: ByteString,
  table: Uint8Array,
  bestFit: BestFit | undefined,
): ByteString {
  // Names of the module are looked up at every use.
  const [bytes, decoded] = [block, output];
  let text = '';
  for (let start = 0; start < value.length; ) {
    const count = readBlock(value, start);
    let length = 0;
    let at = 0;
    for (; at < count; at += 1) {
      const plain = bytes[at] ?? 0;
      const escaped = plain === PERCENT ? escapedByte(value, start + at + 1, bestFit) : -1;
      decoded[length] = escaped < 0 ? (table[plain] ?? 0) : escaped;
      length += 1;
      at += escaped < 0 ? 0 : escapeLength(value, start + at + 1);
    }
    text += textOfOutput(length);
    start += at;
  }
  return text;
}

function decode(value: ByteString, table: Uint8Array, bestFit: BestFit | undefined): ByteString {
  const codes = chunk;
  let text = '';
  let length = 0;
  for (let at = 0; at < value.length; at += 1) {
    const plain = value.charCodeAt(at);
    let byte = table[plain & 0xff] ?? 0;
    if (plain === PERCENT) {
      const escaped = escapedByte(value, at + 1, bestFit);
      if (escaped >= 0) {
        byte = escaped;
        at += escapeLength(value, at + 1);
      }
    }
    codes[length] = byte;
    length += 1;
    if (length === CHUNK) {
      text += textOfChunk(length);
      length = 0;
    }
  }
  return text + textOfChunk(length);
}

/** The byte of the escape whose `%` stands before `at`; negative: it is none. */
function escapedByte(value: ByteString, at: number, bestFit: BestFit | undefined): number {
  const byte = hexByteAt(value, at);
  if (byte >= 0 || bestFit === undefined || !isUnicodeEscape(value, at)) return byte;
  const code = hexWordAt(value, at + 1);
  return code < 0 ? code : (bestFit.get(code) ?? lowByte(code));
}

/** Of an escape, without its `%`. */
function escapeLength(value: ByteString, at: number): number {
  return isUnicodeEscape(value, at) ? 5 : 2;
}

/** `u` is no hexadecimal digit. */
function isUnicodeEscape(value: ByteString, at: number): boolean {
  return (value.charCodeAt(at) | CASE_BIT) === LETTER_U;
}
