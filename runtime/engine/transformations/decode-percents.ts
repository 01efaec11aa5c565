/** Percent-decoding in one pass: for targets, for forms, and with the escapes of IIS. */
import {
  block,
  blockWords,
  isOutputFull,
  output,
  outputWords,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import { byteClassOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { firstByteOf, zeroBytes } from '../bytes/copy-bytes.ts';
import { hexDigits } from './ascii.ts';
import type { BestFit } from './best-fit.ts';
import { beginNotes, noteClasses, noteDecoded } from './decoded-classes.ts';
import { escapedByte, escapeLength, PERCENT } from './percent-escape.ts';

export type PercentReading = {
  /** `+` means a blank. */
  readonly plus: boolean;
  /** Maps the code point of `%uHHHH`; undefined: this is no escape. */
  readonly bestFit: BestFit | undefined;
};

const PLUS = 0x2b;
const BLANK = 0x20;

/** What turns a `+` that means a blank into one, by exclusive or. */
const PLUS_TO_BLANK = PLUS ^ BLANK;

const TARGET = { plus: false, bestFit: undefined };
const FORM = { plus: true, bestFit: undefined };

/** Decodes `%HH` of a request target once; everything else, malformed escapes included, stays. */
export function decodePercent(text: ByteString): ByteString {
  return decodePercents(text, TARGET);
}

/**
 * Decodes a name or value of a form: like `decodePercent`, and `+` becomes a blank. Sets `seen.isMalformed` when some `%` is not
 * followed by two hexadecimal digits.
 */
export function decodeFormComponent(text: ByteString, seen: Seen): ByteString {
  return decodePercents(text, FORM, seen);
}

type Seen = { isMalformed: boolean };

/** Returns whether some `%` is not followed by two hexadecimal digits. */
export function hasInvalidPercent(text: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}

/** Decodes `%HH` to a byte; a `%` that begins no escape stays. Linear. */
export function decodePercents(
  value: ByteString,
  { plus, bestFit }: PercentReading,
  seen?: Seen,
): ByteString {
  if (!value.includes('%') && !(plus && value.includes('+'))) return value;
  const progress: Progress = { at: 0, length: 0, isMalformed: false };
  const text = decode(progress, value, plus ? PLUS_TO_BLANK : 0, bestFit);
  if (seen !== undefined && progress.isMalformed) seen.isMalformed = true;
  return text;
}

/**
 * Where the loop over blocks is: it has read `at` bytes of the block and written `length` bytes of output. `isMalformed`: some `%` began no
 * escape.
 */
type Progress = { at: number; length: number; isMalformed: boolean };

/** `change`: of a `+`, by exclusive or. Notes the classes of the bytes that it decodes. */
function decode(
  progress: Progress,
  value: ByteString,
  change: number,
  bestFit: BestFit | undefined,
): ByteString {
  let text = '';
  beginNotes();
  for (let start = 0; start < value.length; start += progress.at) {
    const count = readBlock(value, start);
    progress.at = 0;
    decodeBytes(progress, change, count);
    while (progress.at < count) {
      decodeEscape(progress, value, start, bestFit);
      decodeBytes(progress, change, count);
    }
    if (!isOutputFull(progress.length)) continue;
    text += textOfOutput(progress.length);
    progress.length = 0;
  }
  return text + textOfOutput(progress.length);
}

const PERCENTS = PERCENT * 0x01010101;
const PLUSES = PLUS * 0x01010101;

/**
 * Decodes up to a `%` that two hexadecimal digits in the block do not follow. Four bytes at a step, because what is an escape
 * cannot be predicted, so that a branch for each byte takes twice the time.
 */
function decodeBytes(progress: Progress, change: number, count: number): void {
  // Local variables, because module variables are looked up at every use; each on its own, because a list would be allocated.
  const source = blockWords;
  const target = outputWords;
  const bytes = block;
  const decoded = output;
  let { at, length } = progress;
  let classes = 0;
  while (at < count) {
    if (bytes[at] !== PERCENT) {
      const four = source.getInt32(at, true);
      const found = zeroBytes(four ^ PERCENTS);
      const pluses = zeroBytes(four ^ PLUSES);
      target.setInt32(length, four ^ Math.imul(pluses >>> 7, change), true);
      const copied = Math.min(found === 0 ? 4 : firstByteOf(found), count - at);
      at += copied;
      length += copied;
      if (found === 0 || at === count) continue;
    }
    const escaped = at + 2 < count ? hexByteIn(bytes, at + 1) : -1;
    if (escaped < 0) break;
    decoded[length] = escaped;
    classes |= byteClassOf(escaped);
    length += 1;
    at += 3;
  }
  progress.at = at;
  progress.length = length;
  noteClasses(classes);
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
  if (escaped < 0) progress.isMalformed = true;
  output[progress.length] = escaped < 0 ? PERCENT : escaped;
  noteDecoded(output, progress.length, progress.length + 1);
  progress.length += 1;
  progress.at += escaped < 0 ? 1 : 1 + escapeLength(value, after);
}
