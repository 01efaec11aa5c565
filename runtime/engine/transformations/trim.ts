/** White space at the ends: TAB LF VT FF CR and blank. */
import { isSpace } from '../bytes/ascii-space.ts';
import type { Transformation } from './transformation.ts';

/** Removes white space at both ends. */
export const trim: Transformation = (value) => trimLeft(trimRight(value));

/** Removes white space at the start. */
export const trimLeft: Transformation = (value) => {
  let start = 0;
  while (isSpace(value.charCodeAt(start))) start += 1;
  return start === 0 ? value : value.slice(start);
};

/** Removes white space at the end; by a loop, because `/\s+$/` takes quadratic time on blanks inside the value. */
export const trimRight: Transformation = (value) => {
  let end = value.length;
  while (isSpace(value.charCodeAt(end - 1))) end -= 1;
  return end === value.length ? value : value.slice(0, end);
};
