/** White space at the ends: TAB LF VT FF CR and blank. */
import { endBeforeSpace, startAfterSpace } from '../bytes/ascii-space.ts';
import type { Transformation } from './transformation.ts';

/** Removes white space at both ends. */
export const trim: Transformation = (value) => trimLeft(trimRight(value));

/** Removes white space at the start. */
export const trimLeft: Transformation = (value) => {
  const start = startAfterSpace(value);
  return start === 0 ? value : value.slice(start);
};

/** Removes white space at the end; by a loop, because `/\s+$/` takes quadratic time on blanks inside the value. */
export const trimRight: Transformation = (value) => {
  const end = endBeforeSpace(value, 0);
  return end === value.length ? value : value.slice(0, end);
};
