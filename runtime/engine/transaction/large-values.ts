/** Large texts that transformations produce: only a few of them fit into memory at a time. */
import type { ClassBounds } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import {
  type ClauseSet,
  cacheTransformation,
  createText,
  type InternedValue,
  takeTransformations,
} from '../collections/entry.ts';
import type { HostServices } from '../host/host-services.ts';
import { forgetText } from '../regex/prefix-filter.ts';

/** Bytes from which on a text is large. */
export const LARGE_TEXT = 1_048_576;

/**
 * What was found in a large text that is no longer in memory. When the text is computed again, it is not scanned
 * again.
 */
type Findings = {
  readonly byteClasses: number;
  readonly candidates: ClauseSet | undefined;
  /** Findings of the texts that were made from this one. */
  readonly results: FindingsOfResults | undefined;
};

/** Findings by step id. */
type FindingsOfResults = Map<number, Findings>;

const findings = new WeakMap<InternedValue, FindingsOfResults>();

export type LargeTextHolder = {
  readonly texts: Map<ByteString, InternedValue>;
  readonly services: HostServices;
  readonly text: (value: ByteString, bounds?: ClassBounds) => InternedValue;
};

/**
 * Caches a large result with the value it was made from, and drops the large result cached before it with everything
 * made from that. Rules need one large text after the other; one that is needed again is computed again. `bounds`: what is
 * known of the byte classes of the result.
 */
export function cacheLargeTransformation(
  { texts, services, text: textOf }: LargeTextHolder,
  text: InternedValue,
  stepId: number,
  value: ByteString,
  bounds: ClassBounds | undefined,
): InternedValue {
  dropTransformations(texts, text);
  // First the dropped text can be collected, then the parts that the result was joined from.
  services.collect?.(value.length);
  const known = findings.get(text)?.get(stepId);
  const result = known === undefined ? textOf(value, bounds) : knownText(texts, value, known);
  services.collect?.(value.length);
  cacheTransformation(text, stepId, result);
  return result;
}

function knownText(
  texts: Map<ByteString, InternedValue>,
  value: ByteString,
  { byteClasses, candidates, results }: Findings,
): InternedValue {
  const interned = texts.get(value);
  if (interned !== undefined) return interned;
  const text = createText(value, byteClasses);
  text.candidates = candidates;
  texts.set(value, text);
  if (results !== undefined) findings.set(text, results);
  return text;
}

/**
 * Drops the large results cached with `text`. The recursion is as deep as the longest transformation list: a result
 * that leads back is `text` itself.
 */
function dropTransformations(texts: Map<ByteString, InternedValue>, text: InternedValue): void {
  for (let result = takeTransformations(text); result !== undefined; result = result.next) {
    if (result.text === text || result.text.value.length < LARGE_TEXT) {
      cacheTransformation(text, result.stepId, result.text);
    } else {
      texts.delete(result.text.value);
      forgetText(result.text.value);
      dropTransformations(texts, result.text);
      keepFindings(text, result.stepId, result.text);
    }
  }
}

function keepFindings(text: InternedValue, stepId: number, result: InternedValue): void {
  const { byteClasses, candidates } = result;
  const known = findings.get(text) ?? new Map<number, Findings>();
  known.set(stepId, { byteClasses, candidates, results: findings.get(result) });
  findings.set(text, known);
}
