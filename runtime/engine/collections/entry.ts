/** Entries of collections, which rules inspect, and interned values with cached results. */
import { byteClassesOf, type ClassBounds } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';

/** Clauses of the prefilter, one bit each (bytes/bit-words.ts). */
export type ClauseSet = readonly number[];

/** A distinct byte string of the transaction; all entries with this value share it. */
export type InternedValue = {
  readonly value: ByteString;
  /** Mask of the byte classes that occur in it (bytes/byte-classes.ts). */
  readonly byteClasses: number;
  /** Cached results of transformations, latest first: a short list, empty for most values. */
  transformed: TransformedValue | undefined;
  /** The one of them that was read last: rules often apply the same transformations as the rule before. */
  lastRead: TransformedValue | undefined;
  /** The prefilter clauses that hold for it; undefined: not computed yet. */
  candidates: ClauseSet | undefined;
  /** A prefix of the value, and the rest after it (transaction/prefixed-texts.ts). */
  readonly prefix: { readonly text: InternedValue; readonly rest: ByteString } | undefined;
  /** Whether all transactions share it (common-texts.ts). */
  readonly isCommon: boolean;
};

/** The result of the transformation with this step id, which the compiler assigns. */
type TransformedValue = {
  readonly stepId: number;
  readonly text: InternedValue;
  readonly next: TransformedValue | undefined;
};

/**
 * Returns the interned text of a value: one object for each distinct byte string. `bounds`: what is known of its
 * byte classes.
 */
export function internValue(
  texts: Map<ByteString, InternedValue>,
  value: ByteString,
  bounds?: ClassBounds,
): InternedValue {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = createText(value, byteClassesOf(value, bounds));
  texts.set(value, text);
  return text;
}

/** `byteClasses`: those of `value`. */
export function createText(
  value: ByteString,
  byteClasses: number = byteClassesOf(value),
  prefix?: InternedValue['prefix'],
  isCommon = false,
): InternedValue {
  return {
    value,
    byteClasses,
    transformed: undefined,
    lastRead: undefined,
    candidates: undefined,
    prefix,
    isCommon,
  };
}

/** Returns the result that `cacheTransformation` has stored for `stepId`. */
export function cachedTransformation(
  text: InternedValue,
  stepId: number,
): InternedValue | undefined {
  const { lastRead } = text;
  if (lastRead !== undefined && lastRead.stepId === stepId) return lastRead.text;
  for (let result = text.transformed; result !== undefined; result = result.next) {
    if (result.stepId !== stepId) continue;
    text.lastRead = result;
    return result.text;
  }
  return undefined;
}

export function cacheTransformation(
  text: InternedValue,
  stepId: number,
  result: InternedValue,
): void {
  text.transformed = { stepId, text: result, next: text.transformed };
}

/** Drops the cached results and returns the list of them. */
export function takeTransformations(text: InternedValue): InternedValue['transformed'] {
  const { transformed } = text;
  text.transformed = undefined;
  text.lastRead = undefined;
  return transformed;
}

/** One (variable, key, value). Scalars have the key "". */
export type Entry = {
  readonly variable: string;
  /** Key as received. */
  readonly key: ByteString;
  readonly text: InternedValue;
};

export function makeEntry(variable: string, key: ByteString, text: InternedValue): Entry {
  return { variable, key, text };
}

/** Returns `ARGS:id`, or `REQUEST_URI` for a scalar (docs/spec/seclang-evaluation.md#matched-variables). */
export function entryName(entry: Pick<Entry, 'variable' | 'key'>): ByteString {
  return entry.key === '' ? entry.variable : `${entry.variable}:${entry.key}`;
}
