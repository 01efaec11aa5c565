/** Handles blanks as bytes: `trim` and `\s` would also take 0xA0, which is the second half of a UTF-8 letter. */

const BLANKS = ' \t\r\n\f\v';

/** Returns the start and end of `text` without the blanks around it. */
export function boundsOf(text: string): { readonly start: number; readonly end: number } {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

export function trimBlanks(text: string): string {
  const { start, end } = boundsOf(text);
  return text.slice(start, end);
}
