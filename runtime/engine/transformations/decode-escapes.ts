/** The loop that all escape decoders share: it copies plain text and calls a reader for each escape. */
import {
  BLOCKWISE_LENGTH,
  isOutputFull,
  output,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import { byteClassesOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { copyUpTo } from '../bytes/copy-bytes.ts';
import { ByteWriter, CHUNK } from './byte-writer.ts';
import { beginNotes, noteClasses, noteDecoded } from './decoded-classes.ts';

/**
 * Decodes the escape whose introducer is at `at`, appends its bytes to `out` and returns the offset after it (> at). It appends
 * no more bytes than it reads.
 */
export type ReadEscape = (value: ByteString, at: number, out: ByteWriter) => number;

/**
 * Decodes the escapes in a value. `introducer`: the one char that every escape starts with; `beginning`: a global expression
 * that matches wherever an escape may begin, when that is seldom the case where the introducer is.
 */
export function decodeEscapes(
  value: ByteString,
  introducer: string,
  readEscape: ReadEscape,
  beginning?: RegExp,
): ByteString {
  let at = value.indexOf(introducer);
  if (at === -1) return value;
  if (value.length >= BLOCKWISE_LENGTH) {
    const decoded = beginning && decodeFew(value, readEscape, beginning);
    return decoded ?? decodeLong(value, introducer, readEscape);
  }
  const out = new ByteWriter();
  const first = introducer.charCodeAt(0);
  let copied = 0;
  while (at !== -1) {
    out.copy(value, copied, at);
    copied = readEscape(value, at, out);
    // Escapes often follow each other, and a call of indexOf costs more than decoding one.
    at = value.charCodeAt(copied) === first ? copied : value.indexOf(introducer, copied);
  }
  out.copy(value, copied, value.length);
  return out.toString();
}

/** Bytes for each escape from which on V8 finds them faster than `decodeLong`. */
const BYTES_FOR_EACH = 1024;

/** Decodes a long value with few escapes. Returns undefined for other values, which `decodeLong` decodes. */
function decodeFew(
  value: ByteString,
  readEscape: ReadEscape,
  beginning: RegExp,
): ByteString | undefined {
  let left = value.length / BYTES_FOR_EACH;
  let text = '';
  let copied = 0;
  beginNotes();
  beginning.lastIndex = 0;
  for (let found = beginning.exec(value); found !== null; found = beginning.exec(value)) {
    if (left < 0) return undefined;
    left -= 1;
    const out = new ByteWriter();
    const end = readEscape(value, found.index, out);
    const decoded = out.toString();
    noteClasses(byteClassesOf(decoded));
    text += value.slice(copied, found.index) + decoded;
    copied = end;
    beginning.lastIndex = end;
  }
  return text + value.slice(copied);
}

/** Decodes values of BLOCKWISE_LENGTH bytes and more, and notes the classes of the bytes that it decodes. */
function decodeLong(value: ByteString, introducer: string, readEscape: ReadEscape): ByteString {
  const first = introducer.charCodeAt(0);
  const out = new ByteWriter();
  let text = '';
  let length = 0;
  beginNotes();
  for (let start = 0; start < value.length; ) {
    const count = readBlock(value, start);
    let at = 0;
    while (at < count) {
      const copied = copyUpTo(first, at, length, count);
      at += copied;
      length += copied;
      if (at === count) break;
      const before = at;
      at = readEscape(value, start + at, out) - start;
      if (at - before >= CHUNK) {
        const decoded = out.take();
        text += textOfOutput(length) + decoded;
        length = 0;
        noteClasses(byteClassesOf(decoded));
        // `byteClassesOf` has read into the block.
        break;
      }
      const end = out.moveTo(output, length);
      noteDecoded(output, length, end);
      length = end;
    }
    start += at;
    if (!isOutputFull(length)) continue;
    text += textOfOutput(length);
    length = 0;
  }
  return text + textOfOutput(length);
}
