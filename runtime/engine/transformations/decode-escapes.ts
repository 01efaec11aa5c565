/** The loop that all escape decoders share: plain stretches are copied, escapes are handed to a reader. */
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from './byte-writer.ts';

/**
 * Reads what starts at `at`, where the introducer stands, appends its bytes to `out` and returns the
 * position after it (> at).
 */
export type ReadEscape = (value: ByteString, at: number, out: ByteWriter) => number;

/** `introducer` is the one char that every escape starts with. */
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
    // Escapes often follow each other: a call of indexOf costs more than to read one.
    at = value.charCodeAt(copied) === first ? copied : value.indexOf(introducer, copied);
  }
  out.copy(value, copied, value.length);
  return out.toString();
}
