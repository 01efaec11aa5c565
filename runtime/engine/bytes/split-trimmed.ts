/** Splits lists in arguments of operators. */

/** One item of a list, without the blanks around it, and the index of its first char. */
export type Piece = { readonly text: string; readonly index: number };

/** Returns the texts between commas. */
export function splitTrimmed(text: string): readonly Piece[] {
  let index = 0;
  return text.split(',').map((raw) => {
    const piece = trimBlanks(raw);
    const found = { text: piece, index: index + raw.indexOf(piece) };
    index += raw.length + 1;
    return found;
  });
}

/**
 * Returns the text without ASCII blanks at both ends. String.trim would also remove 0xA0, which is the last byte of
 * many UTF-8 characters.
 */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
