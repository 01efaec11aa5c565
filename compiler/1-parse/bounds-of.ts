import { isSpace } from '../../runtime/engine/bytes/ascii-space.ts';

/** Returns the start and end of `text` without the white space around it. */
export function boundsOf(text: string): { readonly start: number; readonly end: number } {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}
