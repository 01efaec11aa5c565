/**
 * Texts with a common prefix. Names of JSON leaves repeat the names of all objects and arrays around them, so names
 * can take eight times the bytes of the body, nearly all of them repeated. A text after a prefix reuses what
 * transformations, prefilter and automata have found in the prefix.
 */
import { byteClassesOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import {
  cachedTransformation,
  cacheTransformation,
  createText,
  type InternedValue,
} from '../collections/entry.ts';
import {
  type CommonPrefix,
  createCommonPrefix,
  expectText,
  type TextParts,
} from '../regex/common-prefix.ts';
import { type Matcher, searchSteps } from '../regex/matcher.ts';
import { dividesAt } from '../transformations/divide.ts';
import type { Transformation } from '../transformations/transformation.ts';

type TextsAfter = {
  readonly common: CommonPrefix;
  /** Rest -> the text of prefix and rest. */
  readonly texts: Map<ByteString, InternedValue>;
};

/** By prefix. */
const textsAfter = new WeakMap<InternedValue, TextsAfter>();

export type PrefixedTextHolder = {
  readonly text: (value: ByteString) => InternedValue;
  readonly cacheTransformation: (
    text: InternedValue,
    stepId: number,
    transformation: Transformation,
  ) => InternedValue;
};

type StepHolder = { readonly spendSteps: (count: number) => void };

/** Bytes; sharing a shorter prefix costs more than it saves. */
const SHORTEST_PREFIX = 128;

/** Returns the texts of names, in order. A name has a prefix when the next name has the same bytes up to a dot. */
export function textsOfNames(
  holder: PrefixedTextHolder,
  names: readonly ByteString[],
): InternedValue[] {
  const open: InternedValue[] = [];
  let shared = 0;
  return names.map((name, index) => {
    while ((open.at(-1)?.value.length ?? 0) >= Math.max(1, shared)) open.pop();
    shared = commonLength(name, names[index + 1] ?? '');
    const dot = shared === 0 ? -1 : name.lastIndexOf('.', shared - 1);
    const length = open.at(-1)?.value.length ?? SHORTEST_PREFIX;
    if (dot > length) open.push(textAfter(holder, open.at(-1), name.slice(0, dot)));
    return textAfter(holder, open.at(-1), name);
  });
}

function textAfter(
  holder: PrefixedTextHolder,
  prefix: InternedValue | undefined,
  value: ByteString,
): InternedValue {
  return prefix === undefined
    ? holder.text(value)
    : joinTexts(prefix, value.slice(prefix.value.length));
}

/** Returns the text of `prefix` followed by `rest`; one object for each pair. */
function joinTexts(prefix: InternedValue, rest: ByteString): InternedValue {
  if (rest === '') return prefix;
  const { texts } = textsAfter.get(prefix) ?? beginTextsAfter(prefix);
  const known = texts.get(rest);
  if (known !== undefined) return known;
  const byteClasses = prefix.byteClasses | byteClassesOf(rest);
  const text = createText(prefix.value + rest, byteClasses, { text: prefix, rest });
  texts.set(rest, text);
  return text;
}

function beginTextsAfter(prefix: InternedValue): TextsAfter {
  const common = createCommonPrefix(prefix.value, partsOfText(prefix)?.common);
  const after = { common, texts: new Map<ByteString, InternedValue>() };
  textsAfter.set(prefix, after);
  return after;
}

function partsOfText({ prefix }: InternedValue): TextParts | undefined {
  const common = prefix && textsAfter.get(prefix.text)?.common;
  return common && { common, rest: prefix.rest };
}

/** Counts the steps of a search before it runs. The search reads only the rest of a text with a prefix. */
export function beginSearch(holder: StepHolder, matcher: Matcher, text: InternedValue): void {
  expectText(text.value, partsOfText(text));
  holder.spendSteps(searchSteps(matcher, text.value));
}

/** Counts the steps of an operator that reads the text without an expression, before it runs. */
export function beginRead(holder: StepHolder, text: InternedValue): void {
  expectText(text.value, partsOfText(text));
  holder.spendSteps(text.value.length + 1);
}

/**
 * Transforms prefix and rest separately and caches the result with the text; undefined: the transformation needs the
 * whole text at once.
 */
export function transformAfterPrefix(
  holder: PrefixedTextHolder,
  whole: InternedValue,
  stepId: number,
  transformation: Transformation,
): InternedValue | undefined {
  if (whole.prefix === undefined) return undefined;
  const { text, rest } = whole.prefix;
  if (!dividesAt(transformation, text.value, rest)) return undefined;
  const transformed =
    cachedTransformation(text, stepId) ?? holder.cacheTransformation(text, stepId, transformation);
  const joined = joinTexts(transformed, transformation(rest));
  cacheTransformation(whole, stepId, joined);
  return joined;
}

/** Returns the number of leading bytes that both have in common; 0 when one is shorter than SHORTEST_PREFIX. */
function commonLength(one: ByteString, other: ByteString): number {
  const most = Math.min(one.length, other.length);
  if (most < SHORTEST_PREFIX) return 0;
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
