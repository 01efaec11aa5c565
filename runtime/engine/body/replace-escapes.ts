/** Replaces the escapes of a text (`\n`, `&lt;`) in linear time. */
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from '../transformations/byte-writer.ts';

/** The decoded value of an escape and the offset after it. */
export type Escape = { readonly value: ByteString; readonly end: number };

/**
 * Returns the text with every escape replaced. `decode` decodes the escape whose `marker` is at an offset; undefined:
 * no escape, and the text stays. A text without escapes is returned itself.
 */
export function replaceEscapes(
  text: ByteString,
  marker: string,
  decode: (text: ByteString, at: number) => Escape | undefined,
): ByteString {
  let out: ByteWriter | undefined;
  let unchanged = 0;
  let at = text.indexOf(marker);
  while (at !== -1) {
    const replaced = decode(text, at);
    if (replaced !== undefined) {
      out ??= new ByteWriter();
      out.copy(text, unchanged, at);
      out.copy(replaced.value, 0, replaced.value.length);
      unchanged = replaced.end;
    }
    at = text.indexOf(marker, Math.max(unchanged, at + 1));
  }
  if (out === undefined) return text;
  out.copy(text, unchanged, text.length);
  return out.toString();
}
