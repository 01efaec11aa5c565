/** Command lines as the shells of Unix and Windows parse them. */
import {
  BLOCK,
  BLOCKWISE_LENGTH,
  block,
  isOutputFull,
  output,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { copyMapped, endOfBlanks } from '../bytes/copy-bytes.ts';
import { ByteWriter } from './byte-writer.ts';
import { lowercase } from './case.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** What happens to a byte: the first two kinds do not stay. */
const DROPPED = 0;
/** Part of a run that becomes one blank. */
const SPACE = 1;
const UNCHANGED = 2;
/** Stays, and removes a blank before it. */
const CLOSE = 3;

const kinds = new Uint8Array(256).fill(UNCHANGED);
for (const [chars, kind] of [
  ['"\'\\^', DROPPED],
  [' ,;\t\r\n', SPACE],
  ['/(', CLOSE],
] as const) {
  for (const char of chars) kinds[char.charCodeAt(0)] = kind;
}

/** Values that `unquote` changes. */
const CHANGES = /["'\\^,;\t\r\n]| [ /(]/;

/** The byte in lower case. */
const lowerOf = Uint8Array.from({ length: 256 }, (_, byte) =>
  lowercase(String.fromCharCode(byte)).charCodeAt(0),
);

/**
 * Deletes `" ' \ ^`; converts runs of blank, TAB, CR, LF, `,` and `;` to one blank and deletes a blank before `/` and
 * `(`; lower-cases ASCII letters (manual: cmdLine).
 */
export const cmdLine: Transformation = (value) => {
  if (!CHANGES.test(value)) return lowercase(value);
  return value.length < BLOCKWISE_LENGTH ? lowercase(unquote(value)) : unquoteLong(value);
};

function unquote(value: string): string {
  const out = new ByteWriter();
  let blank = false;
  for (let at = 0; at < value.length; at++) {
    const byte = value.charCodeAt(at);
    const kind = kinds[byte & 0xff] ?? UNCHANGED;
    if (kind === SPACE) blank = true;
    if (kind === SPACE || kind === DROPPED) continue;
    if (blank && kind === UNCHANGED) out.push(BLANK);
    blank = false;
    out.push(byte);
  }
  if (blank) out.push(BLANK);
  return out.toString();
}

/** The byte in lower case, and more than FF for those that do not stay or remove a blank. */
const actions = Uint16Array.from(lowerOf, (lower, byte) =>
  kinds[byte] === UNCHANGED ? lower : 0x100,
);

/** What `unquoteBytes` does with a byte: the low eight bits are what it writes; the others say when. */
const STAYS = 1;
const IS_UNCHANGED = 2;
const IS_SPACE = 4;
const flagsOfKinds: ReadonlyMap<number, number> = new Map([
  [UNCHANGED, STAYS | IS_UNCHANGED],
  [CLOSE, STAYS],
  [SPACE, IS_SPACE],
]);
const unquoting = Uint16Array.from(
  kinds,
  (kind, byte) => ((flagsOfKinds.get(kind) ?? 0) << 8) | (lowerOf[byte] ?? 0),
);

/** Where a loop over blocks is: it has read `at` bytes of the block and written `length` bytes. */
type Progress = {
  at: number;
  length: number;
  /** Number of blanks to write before the next byte: 0 or 1. */
  blanks: number;
};

/** Bytes between two bytes that do not simply stay from which on it saves time to look for the second one. */
const FAR = 16;
/** Bytes that are read before it is tried again. */
const CLOSE_TOGETHER = 64;

/** Does the work of `unquote` and `lowercase` in one pass. */
function unquoteLong(value: ByteString): ByteString {
  const progress: Progress = { at: 0, length: 0, blanks: 0 };
  let text = '';
  for (let start = 0; start < value.length; start += BLOCK) {
    const count = readBlock(value, start);
    progress.at = 0;
    while (progress.at < count) {
      const inRun = progress.blanks !== 0;
      if (inRun) progress.at = endOfBlanks(progress.at, count);
      const copied = inRun ? 0 : copyMapped(actions, progress.at, progress.length, count);
      progress.at += copied;
      progress.length += copied;
      const more = copied < FAR ? CLOSE_TOGETHER : 4;
      unquoteBytes(progress, Math.min(progress.at + more, count));
    }
    if (!isOutputFull(progress.length)) continue;
    text += textOfOutput(progress.length);
    progress.length = 0;
  }
  return text + textOfOutput(progress.length) + ' '.repeat(progress.blanks);
}

/** Reads up to `end` in the block. Without a branch, because what a byte is cannot be predicted. */
function unquoteBytes(progress: Progress, end: number): void {
  // Local variables, because module variables are looked up at every use; each on its own, because a list would be allocated.
  const bytes = block;
  const unquoted = output;
  const actionOf = unquoting;
  let { at, length, blanks } = progress;
  for (; at < end; at += 1) {
    const action = actionOf[bytes[at] ?? 0] ?? 0;
    unquoted[length] = BLANK;
    length += blanks & (action >>> 9);
    unquoted[length] = action;
    const stays = (action >>> 8) & 1;
    length += stays;
    blanks = (blanks | (action >>> 10)) & (stays - 1);
  }
  progress.at = at;
  progress.length = length;
  progress.blanks = blanks;
}
