/** Transforms a text and caches the result with it. */
import type { ByteString } from '../bytes/byte-string.ts';
import { cacheTransformation, type InternedValue } from '../collections/entry.ts';
import type { Transformation } from '../transformations/transformation.ts';
import { cacheLargeTransformation, LARGE_TEXT, type LargeTextHolder } from './large-values.ts';
import { type PrefixedTextHolder, transformAfterPrefix } from './prefixed-texts.ts';

type ResultHolder = {
  readonly resultText: (from: InternedValue, value: ByteString) => InternedValue;
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
  if (value.length >= LARGE_TEXT && value !== text.value) {
    return cacheLargeTransformation(holder, text, stepId, value);
  }
  const result = value === text.value ? text : holder.resultText(text, value);
  cacheTransformation(text, stepId, result);
  return result;
}
