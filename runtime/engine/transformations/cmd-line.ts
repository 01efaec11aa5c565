/** Command lines as the shells of Unix and Windows parse them. */
import {
  BLOCK,
  BLOCKWISE_LENGTH,
  block,
  output,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from './byte-writer.ts';
import { lowercase } from './case.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** What happens to a byte. */
const UNCHANGED = 0;
const DROPPED = 1;
/** Part of a run that becomes one blank. */
const SPACE = 2;
/** Stays, and removes a blank before it. */
const CLOSE = 3;

const kinds = new Uint8Array(256);
for (const [chars, kind] of [
  ['"\'\\^', DROPPED],
  [' ,;\t\r\n', SPACE],
  ['/(', CLOSE],
] as const) {
  for (const char of chars) kinds[char.charCodeAt(0)] = kind;
}

/** Values that `unquote` changes. */
const CHANGES = /["'\\^,;\t\r\n]| [ /(]/;

/**
 * Deletes `" ' \ ^`; converts runs of blank, TAB, CR, LF, `,` and `;` to one blank and deletes a blank before `/` and
 * `(`; lower-cases ASCII letters (manual: cmdLine).
 */
export const cmdLine: Transformation = (value) => {
  if (!CHANGES.test(value)) return lowercase(value);
  return lowercase(value.length < BLOCKWISE_LENGTH ? unquote(value) : unquoteLong(value));
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

function unquoteLong(value: ByteString): ByteString {
  // Local variables, because module variables are looked up at every use.
  const [bytes, unquoted, kindOf] = [block, output, kinds];
  let text = '';
  // Number of blanks to write before the next byte: 0 or 1.
  let blanks = 0;
  for (let start = 0; start < value.length; start += BLOCK) {
    const count = readBlock(value, start);
    let length = 0;
    for (let at = 0; at < count; at += 1) {
      const byte = bytes[at] ?? 0;
      const kind = kindOf[byte] ?? UNCHANGED;
      if (kind === SPACE) blanks = 1;
      if (kind === SPACE || kind === DROPPED) continue;
      unquoted[length] = BLANK;
      if (kind === UNCHANGED) length += blanks;
      blanks = 0;
      unquoted[length] = byte;
      length += 1;
    }
    text += textOfOutput(length);
  }
  return text + ' '.repeat(blanks);
}
