/** Large texts that transformations make: few of them fit into memory at a time. */
import type { ByteString } from '../bytes/byte-string.ts';
import { cacheTransformation, type InternedValue } from '../collections/entry.ts';
import type { HostServices } from '../host/host-services.ts';
import { forgetText } from '../regex/prefix-filter.ts';

/** Bytes from which a text is large. */
export const LARGE_TEXT = 1_048_576;

export type LargeTextHolder = {
  readonly texts: Map<ByteString, InternedValue>;
  readonly services: HostServices;
  readonly text: (value: ByteString) => InternedValue;
};

/**
 * Caches a large result with the value it was made from and drops the large one before it, with all that was made
 * of that: rules need one after the other, and what is needed again is computed again.
 */
export function cacheLargeTransformation(
  { texts, services, text: textOf }: LargeTextHolder,
  text: InternedValue,
  stepId: number,
  value: ByteString,
): InternedValue {
  dropTransformations(texts, text);
  // What was forgotten, then what the result was put together from.
  services.collect?.();
  const result = textOf(value);
  services.collect?.();
  cacheTransformation(text, stepId, result);
  return result;
}

/** Chains are as long as the longest list of transformations: `text.transformed` leads back to no other value than itself. */
function dropTransformations(texts: Map<ByteString, InternedValue>, text: InternedValue): void {
  const { transformed } = text;
  text.transformed = undefined;
  for (let result = transformed; result !== undefined; result = result.next) {
    if (result.text === text || result.text.value.length < LARGE_TEXT) {
      cacheTransformation(text, result.stepId, result.text);
    } else {
      texts.delete(result.text.value);
      forgetText(result.text.value);
      dropTransformations(texts, result.text);
    }
  }
}
