/** White space inside values. */
import { isSpace } from '../bytes/ascii-space.ts';
import {
  BLOCKWISE_LENGTH,
  block,
  isOutputFull,
  output,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { copyVisible, endOfBlanks } from '../bytes/copy-bytes.ts';
import { ByteWriter } from './byte-writer.ts';
import { pushUtf8 } from './code-points.ts';
import type { Transformation } from './transformation.ts';

const NO_BREAK_SPACE = 0xa0;
const NEXT_LINE = 0x85;
const BLANK = 0x20;

/** The White_Space characters of Unicode that take 3 bytes in UTF-8, as UTF-8. */
const WIDE_SPACES: ReadonlySet<ByteString> = new Set(
  [
    0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
    0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
  ].map(utf8),
);

/** Deletes all white space: C's `isspace` and the byte A0, as in ModSecurity, and Unicode's white space in UTF-8. */
export const removeWhitespace: Transformation = (value) =>
  /[\t-\r \xa0\xc2\xe1-\xe3]/.test(value) ? replaceRuns(value, '') : value;

/** Replaces every run of such white space by one blank. */
export const compressWhitespace: Transformation = (value) =>
  /[\t-\r\xa0\xc2\xe1-\xe3]| {2}/.test(value) ? replaceRuns(value, ' ') : value;

/**
 * Replaces the runs. V8 replaces single bytes in half the time; it uses stack for each iteration of a repeated
 * alternation, and their number is unbounded.
 */
function replaceRuns(value: ByteString, replacement: '' | ' '): ByteString {
  if (value.length >= BLOCKWISE_LENGTH) return replaceLongRuns(value, replacement);
  return /[\xc2\xe1-\xe3]/.test(value)
    ? replaceWideRuns(value, replacement)
    : value.replace(/[\t-\r \xa0]+/g, replacement);
}

/**
 * Kinds of bytes: no white space begins with it (0); it is white space on its own (1, its length); it may be the
 * first byte of white space.
 */
const PLAIN = 0;
const WHITE = 1;
const FIRST = 2;

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isSpace(byte) || byte === NO_BREAK_SPACE) return WHITE;
  return byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3) ? FIRST : PLAIN;
});

/** Where a loop over blocks is: it has read `at` bytes of the block and written `length` bytes; whether the last was white. */
type Progress = { at: number; length: number; inRun: boolean };

function replaceLongRuns(value: ByteString, replacement: '' | ' '): ByteString {
  const progress: Progress = { at: 0, length: 0, inRun: false };
  let text = '';
  for (let start = 0; start < value.length; start += progress.at) {
    const count = readBlock(value, start);
    progress.at = 0;
    while (progress.at < count) {
      const copied = copyVisible(progress.at, progress.length, count);
      if (copied > 0) progress.inRun = false;
      progress.at += copied;
      progress.length += copied;
      if (progress.at < count) replaceSpace(progress, value, start, count, replacement.length);
    }
    if (!isOutputFull(progress.length)) continue;
    text += textOfOutput(progress.length);
    progress.length = 0;
  }
  return text + textOfOutput(progress.length);
}

/** Reads white space, or copies a byte that begins none. `start`: of the block in `value`. */
function replaceSpace(
  progress: Progress,
  value: ByteString,
  start: number,
  count: number,
  written: number,
): void {
  const byte = block[progress.at] ?? 0;
  const kind = kinds[byte] ?? PLAIN;
  const space = kind === FIRST ? spaceLength(value, start + progress.at) : kind;
  const isSpace = space > 0;
  output[progress.length] = isSpace ? BLANK : byte;
  if (!isSpace) progress.length += 1;
  else if (!progress.inRun) progress.length += written;
  progress.inRun = isSpace;
  progress.at += Math.max(1, space);
  if (isSpace) progress.at = endOfBlanks(progress.at, count);
}

function replaceWideRuns(value: ByteString, replacement: '' | ' '): ByteString {
  const out = new ByteWriter();
  for (let at = 0; at < value.length; ) {
    const end = endOfRun(value, at);
    if (end > at) out.copy(replacement, 0, replacement.length);
    else out.push(value.charCodeAt(at));
    at = Math.max(end, at + 1);
  }
  return out.toString();
}

/** Returns the end of the white space at `at`; `at` itself when there is none. */
function endOfRun(value: ByteString, at: number): number {
  let end = at;
  for (let length = 1; length > 0; end += length) length = spaceLength(value, end);
  return end;
}

/** Returns the bytes of the white-space character at `at`, 0 to 3; 0: none. */
function spaceLength(value: ByteString, at: number): number {
  const byte = value.charCodeAt(at);
  if (isSpace(byte) || byte === NO_BREAK_SPACE) return 1;
  if (byte === 0xc2) {
    const second = value.charCodeAt(at + 1);
    return second === NO_BREAK_SPACE || second === NEXT_LINE ? 2 : 0;
  }
  const wide = byte >= 0xe1 && byte <= 0xe3 && WIDE_SPACES.has(value.slice(at, at + 3));
  return wide ? 3 : 0;
}

function utf8(code: number): ByteString {
  const out = new ByteWriter();
  pushUtf8(code, out);
  return out.toString();
}
