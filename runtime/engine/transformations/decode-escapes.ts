/** The loop that all escape decoders share: it copies plain text and calls a reader for each escape. */
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from './byte-writer.ts';

/** Decodes the escape whose introducer is at `at`, appends its bytes to `out` and returns the offset after it (> at). */
export type ReadEscape = (value: ByteString, at: number, out: ByteWriter) => number;

/** Decodes the escapes in a value. `introducer`: the one char that every escape starts with. */
export function decodeEscapes(
  value: ByteString,
  introducer: string,
  readEscape: ReadEscape,
): ByteString {
  let at = value.indexOf(introducer);
  if (at === -1) return value;
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
