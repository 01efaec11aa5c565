/** Caches compiled expressions, because profiles share most of them. */
import { compileRegex } from '#engine/regex/compile/compile-regex.ts';
import { memoizeByText } from '../memoize.ts';

export const compileExact = memoizeByText((pattern) => compileRegex(pattern));
export const compileFolded = memoizeByText((pattern) =>
  compileRegex(pattern, { ignoreCase: true }),
);
