/** Percent-decoding in one pass: for targets, for forms, and with the escapes of IIS. */
import { LONG_TEXT } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { BestFit } from './best-fit.ts';
import { CHUNK, chunk, textOfChunk } from './byte-chunk.ts';
import { decodeLongPercents } from './decode-long-percents.ts';
import { mapLong } from './map-bytes.ts';
import { escapedByte, escapeLength, PERCENT } from './percent-escape.ts';

export type PercentReading = {
  /** `+` means a blank. */
  readonly plus: boolean;
  /** Maps the code point of `%uHHHH`; undefined: this is no escape. */
  readonly bestFit: BestFit | undefined;
};

const PLUS = 0x2b;
const BLANK = 0x20;

/** The results of bytes outside escapes: a look-up costs less than a branch on a char as common as `+`. */
const asTheyAre = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const plusAsBlank = asTheyAre.map((byte) => (byte === PLUS ? BLANK : byte));

/** Decodes `%HH` to a byte; a `%` that begins no escape stays. Linear. */
export function decodePercents(value: ByteString, { plus, bestFit }: PercentReading): ByteString {
  if (!value.includes('%') && !(plus && value.includes('+'))) return value;
  const table = plus ? plusAsBlank : asTheyAre;
  if (value.length < LONG_TEXT) return decode(value, table, bestFit);
  return value.includes('%') ? decodeLongPercents(value, table, bestFit) : mapLong(value, table);
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
