/** Transforms a text and caches the result with it. */
import type { ByteString } from '../bytes/byte-string.ts';
import { cacheTransformation, type InternedValue } from '../collections/entry.ts';
import { resultClasses } from '../transformations/result-classes.ts';
import type { Transformation } from '../transformations/transformation.ts';
import { cacheLargeTransformation, LARGE_TEXT, type LargeTextHolder } from './large-values.ts';
import { type PrefixedTextHolder, transformAfterPrefix } from './prefixed-texts.ts';

/** Bytes from which on a result is read no longer than until all possible byte classes have been found. */
const LONG_RESULT = 2048;

type ResultHolder = {
  readonly resultText: (from: InternedValue, value: ByteString, possible?: number) => InternedValue;
};

export function transformText(
  holder: LargeTextHolder & PrefixedTextHolder & ResultHolder,
  text: InternedValue,
  stepId: number,
  apply: Transformation,
): InternedValue {
  const joined = transformAfterPrefix(holder, text, stepId, apply);
  if (joined !== undefined) return joined;
  const value = apply(text.value);
  const possible = value.length >= LONG_RESULT ? resultClasses(apply, text.byteClasses) : undefined;
  if (value.length >= LARGE_TEXT && value !== text.value) {
    return cacheLargeTransformation(holder, text, stepId, value, possible);
  }
  const result = value === text.value ? text : holder.resultText(text, value, possible);
  cacheTransformation(text, stepId, result);
  return result;
}
