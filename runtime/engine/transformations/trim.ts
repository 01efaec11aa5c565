/** White space at the ends: TAB LF VT FF CR and blank. */
import { isSpace } from './ascii.ts';
import type { Transformation } from './transformation.ts';

/** Both ends. */
export const trim: Transformation = (value) => trimLeft(trimRight(value));

/** The start. */
export const trimLeft: Transformation = (value) => {
  let start = 0;
  while (isSpace(value.charCodeAt(start))) start += 1;
  return start === 0 ? value : value.slice(start);
};

/** The end; a loop, as `/\s+$/` takes quadratic time on blanks inside. */
export const trimRight: Transformation = (value) => {
  let end = value.length;
  while (isSpace(value.charCodeAt(end - 1))) end -= 1;
  return end === value.length ? value : value.slice(0, end);
};
