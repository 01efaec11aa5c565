/** Converts between text and its UTF-8 bytes, one char each. It uses only what both browsers and Node have. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** The number of arguments of one call: engines have a limit. */
const CHUNK = 1 << 13;

/** Encodes text. A lone surrogate becomes U+FFFD. */
export function bytesOfText(text: string): string {
  const bytes = encoder.encode(text);
  // Nearly all text is ASCII.
  if (bytes.length === text.length) return text;
  let encoded = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    encoded += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return encoded;
}

/** Decodes bytes. Invalid UTF-8 becomes U+FFFD. */
export function textOfBytes(bytes: string): string {
  const codes = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) codes[index] = bytes.charCodeAt(index);
  return decoder.decode(codes);
}

/** Some editors write it at the start of a file. */
export const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** Returns the number of characters that an editor shows for these bytes. An invalid sequence is one character. */
export function countCharacters(bytes: string): number {
  return isAscii(bytes) ? bytes.length : [...textOfBytes(bytes)].length;
}

/** Returns the number of columns that a terminal needs for these bytes: two for wide characters, none for marks. */
export function columnsOf(bytes: string): number {
  if (isAscii(bytes)) return bytes.length;
  let columns = 0;
  for (const character of textOfBytes(bytes)) {
    if (WITHOUT_WIDTH.test(character)) continue;
    columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

function isAscii(bytes: string): boolean {
  return !/[\x80-\xff]/.test(bytes);
}

const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Unicode Standard Annex 11: the blocks of characters that are wide, and emoji. */
const WIDE =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
