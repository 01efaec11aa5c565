/** UTF-8 as `%uhhhh` escapes. */
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

const MAX_CODE = 0x10ffff;

/**
 * Encodes every UTF-8 sequence, even overlong forms and surrogates, as `%uhhhh` (5 or 6 digits from U+10000 on), so
 * that rules see what a lenient back end decodes. Other bytes from 0x80 stay: Coraza's `%ufffd` would hide them from
 * rules. Up to 3 times the length.
 */
export const utf8toUnicode: Transformation = (value) => {
  const first = value.search(/[\x80-\xff]/);
  if (first === -1) return value;
  const out = new ByteWriter();
  out.copy(value, 0, first);
  for (let at = first; at < value.length; ) {
    const lead = value.charCodeAt(at);
    const size = sequenceLength(lead);
    const code = size === 1 ? -1 : codePointAt(value, at, size);
    if (code < 0) {
      out.push(lead);
      at += 1;
    } else {
      pushEscape(code, out);
      at += size;
    }
  }
  return out.toString();
};

/** Returns the length that the lead byte announces: 2 to 4, or 1 for a byte that starts no sequence. */
function sequenceLength(lead: number): number {
  if (lead < 0xc0 || lead > 0xf4) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Returns the code point; -1 when a continuation byte is missing or the number is beyond Unicode. */
function codePointAt(value: string, at: number, size: number): number {
  let code = value.charCodeAt(at) & (0x7f >> size);
  for (let offset = 1; offset < size; offset++) {
    const byte = value.charCodeAt(at + offset);
    if ((byte & 0xc0) !== 0x80) return -1;
    code = (code << 6) | (byte & 0x3f);
  }
  return code > MAX_CODE ? -1 : code;
}

function pushEscape(code: number, out: ByteWriter): void {
  const digits = code.toString(16).padStart(4, '0');
  out.copy('%u', 0, 2);
  out.copy(digits, 0, digits.length);
}
