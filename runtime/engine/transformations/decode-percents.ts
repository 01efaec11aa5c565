/** Percent-decoding in one pass: for targets, for forms, and with the escapes of IIS. */
import { BLOCKWISE_LENGTH, block, output, readBlock, textOfOutput } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { BestFit } from './best-fit.ts';
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

const TARGET = { plus: false, bestFit: undefined };
const FORM = { plus: true, bestFit: undefined };

/** Decodes `%HH` of a request target once; everything else, malformed escapes included, stays. */
export function decodePercent(text: ByteString): ByteString {
  return decodePercents(text, TARGET);
}

/** Decodes a name or value of a form: like `decodePercent`, and `+` becomes a blank. */
export function decodeFormComponent(text: ByteString): ByteString {
  return decodePercents(text, FORM);
}

/** Returns whether some `%` is not followed by two hexadecimal digits. */
export function hasInvalidPercent(text: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}

/** Decodes `%HH` to a byte; a `%` that begins no escape stays. Linear. */
export function decodePercents(value: ByteString, { plus, bestFit }: PercentReading): ByteString {
  const hasEscapes = value.includes('%');
  if (!hasEscapes && !(plus && value.includes('+'))) return value;
  // For a long value V8 takes half the time of the loop; for a short one its call costs more.
  const least = hasEscapes ? LONG_VALUE : BLOCKWISE_LENGTH;
  if (value.length >= least && (!hasEscapes || hasFewEscapes(value))) {
    return decodeFew(plus ? value.replace(/\+/g, ' ') : value, bestFit);
  }
  return decode(value, plus ? plusAsBlank : asTheyAre, bestFit);
}

/** Bytes from which on this saves more time than its strings, one for each text between escapes, cost. */
const LONG_VALUE = 16_384;
/** Bytes of the sample, and bytes of it for each escape from which on V8 finds them faster than a loop. */
const BEGINNING = 4096;
const BYTES_PER_ESCAPE = 32;

/** Returns whether `%` is rare at the beginning of the value. */
function hasFewEscapes(value: ByteString): boolean {
  const beginning = value.slice(0, BEGINNING);
  let left = BEGINNING / BYTES_PER_ESCAPE;
  for (let at = beginning.indexOf('%'); at !== -1; at = beginning.indexOf('%', at + 1)) {
    left -= 1;
    if (left < 0) return false;
  }
  return true;
}

/** Decodes a value with few escapes. */
function decodeFew(value: ByteString, bestFit: BestFit | undefined): ByteString {
  let text = '';
  let copied = 0;
  for (let at = value.indexOf('%'); at !== -1; at = value.indexOf('%', at + 1)) {
    const escaped = escapedByte(value, at + 1, bestFit);
    if (escaped < 0) continue;
    text += value.slice(copied, at) + String.fromCharCode(escaped);
    copied = at + 1 + escapeLength(value, at + 1);
    at = copied - 1;
  }
  return text + value.slice(copied);
}

function decode(value: ByteString, table: Uint8Array, bestFit: BestFit | undefined): ByteString {
  // Local variables, because module variables are looked up at every use.
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
