/** Transforms a text and caches the result with it. */
import type { ClassBounds } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { cacheTransformation, type InternedValue } from '../collections/entry.ts';
import { resultClasses } from '../transformations/result-classes.ts';
import type { Transformation } from '../transformations/transformation.ts';
import { type BodyHolder, decodedBody } from './decoded-body.ts';
import { cacheLargeTransformation, LARGE_TEXT, type LargeTextHolder } from './large-values.ts';
import { type PrefixedTextHolder, transformAfterPrefix } from './prefixed-texts.ts';

/** Bytes from which on a result is read no further than until all possible byte classes have been found. */
const LONG_RESULT = 2048;

type ResultHolder = {
  readonly resultText: (
    from: InternedValue,
    value: ByteString,
    bounds?: ClassBounds,
  ) => InternedValue;
};

export function transformText(
  holder: LargeTextHolder & PrefixedTextHolder & ResultHolder & BodyHolder,
  text: InternedValue,
  stepId: number,
  apply: Transformation,
): InternedValue {
  const joined = transformAfterPrefix(holder, text, stepId, apply);
  if (joined !== undefined) return joined;
  const known = decodedBody(holder, text.value, apply);
  const value = known?.value ?? apply(text.value);
  const isLong = known === undefined && value.length >= LONG_RESULT;
  const bounds = isLong ? resultClasses(apply, text.byteClasses) : known?.bounds;
  if (value.length >= LARGE_TEXT && value !== text.value) {
    return cacheLargeTransformation(holder, text, stepId, value, bounds);
  }
  const result = value === text.value ? text : holder.resultText(text, value, bounds);
  cacheTransformation(text, stepId, result);
  return result;
}
