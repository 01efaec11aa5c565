/** Percent-decoding in one pass: for targets, for forms, and with the escapes of IIS. */
import { BLOCKWISE_LENGTH, block, output, readBlock, textOfOutput } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { hexDigits } from './ascii.ts';
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

/** Where `decodeBytes` is: it has read `at` bytes of the block and written `length` bytes. */
type Progress = { at: number; length: number };

function decode(value: ByteString, table: Uint8Array, bestFit: BestFit | undefined): ByteString {
  const progress: Progress = { at: 0, length: 0 };
  let text = '';
  for (let start = 0; start < value.length; start += progress.at) {
    const count = readBlock(value, start);
    progress.at = 0;
    progress.length = 0;
    decodeBytes(progress, table, count);
    while (progress.at < count) {
      decodeEscape(progress, value, start, bestFit);
      decodeBytes(progress, table, count);
    }
    text += textOfOutput(progress.length);
  }
  return text;
}

/** Decodes up to a `%` that two hexadecimal digits in the block do not follow: a loop without calls takes half the time. */
function decodeBytes(progress: Progress, table: Uint8Array, count: number): void {
  // Local variables, because module variables are looked up at every use.
  const [bytes, decoded] = [block, output];
  let { at, length } = progress;
  for (; at < count; at += 1) {
    const plain = bytes[at] ?? 0;
    if (plain === PERCENT) {
      const escaped = at + 2 < count ? hexByteIn(bytes, at + 1) : -1;
      if (escaped < 0) break;
      decoded[length] = escaped;
      at += 2;
    } else decoded[length] = table[plain] ?? 0;
    length += 1;
  }
  progress.at = at;
  progress.length = length;
}

/** Returns the byte of two hexadecimal digits at `at`, or a negative number. */
function hexByteIn(bytes: Uint8Array, at: number): number {
  return ((hexDigits[bytes[at] ?? 0] ?? -1) << 4) | (hexDigits[bytes[at + 1] ?? 0] ?? -1);
}

/** Decodes any `%`. `start`: of the block in `value`. */
function decodeEscape(
  progress: Progress,
  value: ByteString,
  start: number,
  bestFit: BestFit | undefined,
): void {
  const after = start + progress.at + 1;
  const escaped = escapedByte(value, after, bestFit);
  output[progress.length] = escaped < 0 ? PERCENT : escaped;
  progress.length += 1;
  progress.at += escaped < 0 ? 1 : 1 + escapeLength(value, after);
}
