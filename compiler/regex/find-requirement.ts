/** Derives literals and bytes of which every match of an expression contains one; the prefilter searches for them. */
import { type ByteString, lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import type { Node, Regex, Repeat } from '../../runtime/engine/regex/compile/ast.ts';
import {
  type ByteSet,
  bytesOf,
  foldCase,
  membersOf,
  sizeOf,
} from '../../runtime/engine/regex/compile/byte-set.ts';
import { memoizeByObject } from '../memoize.ts';
import { commonness } from './commonness.ts';
import {
  anyOf,
  cheaper,
  costOf,
  impossible,
  isImpossible,
  meets,
  type Requirement,
  requirementOf,
} from './requirement.ts';

/** Returns the requirement that ordinary text meets least often; undefined when every text may match. */
export const findRequirement = memoizeByObject(({ root }: Regex): Requirement | undefined =>
  best(factsOf(root)),
);

/**
 * Facts that hold for all matches of a node. `otherwise` exists for gaps that an attacker may leave empty
 * (`u["']*n["']*i...`): either they are empty, or the text contains a rare byte.
 */
type Facts = {
  /** Every match is one of these texts (in lower case) or meets `otherwise`; undefined when there are too many. */
  readonly exact: readonly ByteString[] | undefined;
  readonly otherwise: Requirement;
  /** The requirement that every match meets; undefined when nothing is known. */
  readonly required: Requirement | undefined;
};

const MAX_EXACT = 48;
const MAX_LENGTH = 24;

/** A requirement that is met more often is not used as `otherwise`. */
const MAX_OTHERWISE = 0.5;
/** A byte that occurs more often is not used as `otherwise`. */
const RARE_BYTE = 0.1;

const empty: Facts = { exact: [''], otherwise: impossible, required: undefined };
const unknown: Facts = { exact: undefined, otherwise: impossible, required: undefined };

function factsOf(node: Node): Facts {
  switch (node.kind) {
    case 'Bytes':
      return factsOfSet(node.set);
    case 'Sequence':
      return factsOfSequence(node.items.map(factsOf));
    case 'Alternation':
      return factsOfAlternation(node.alternatives.map(factsOf));
    case 'Group':
    case 'Atomic':
      return factsOf(node.item);
    case 'Repeat':
      return factsOfRepeat(node);
    case 'Anchor':
    case 'Lookaround':
      return empty;
    case 'BackReference':
      return unknown;
  }
}

function best({ exact, otherwise, required }: Facts): Requirement | undefined {
  return cheaper(exact && requirementOf(exact, otherwise), required);
}

function factsOfSet(set: ByteSet): Facts {
  if (sizeOf(set) > MAX_EXACT) {
    return { ...unknown, required: { literals: [], bytes: foldCase(set) } };
  }
  const texts = membersOf(set).map((byte) => lowerAscii(String.fromCharCode(byte)));
  return { ...empty, exact: [...new Set(texts)] };
}

function factsOfSequence(items: readonly Facts[]): Facts {
  // A gap either ends the run of exact texts, or adds its bytes to the alternatives: whichever is cheaper.
  const ending = joinRuns(items.map((item) => (isImpossible(item.otherwise) ? item : ended(item))));
  const passing = joinRuns(items);
  return { ...passing, required: cheaper(ending.required, passing.required) };
}

function ended({ required }: Facts): Facts {
  return { ...unknown, required };
}

/**
 * Joins exact items as long as the lists stay small. Each run that ends or branches is a candidate for the requirement.
 */
function joinRuns(items: readonly Facts[]): Facts {
  let run = empty;
  let required: Requirement | undefined;
  let isExact = true;
  for (const item of items) {
    required = cheaper(required, item.required);
    const joined = join(run, item);
    if (joined === undefined || item.exact?.length !== 1) required = cheaper(required, best(run));
    if (joined === undefined) {
      isExact = false;
      run = item.exact === undefined ? empty : { ...item, required: undefined };
    } else run = joined;
  }
  if (isExact) return { ...run, required };
  return { ...unknown, required: cheaper(required, best(run)) };
}

/** Concatenates two items; undefined when there are too many texts, or when they are not known. */
function join(left: Facts, right: Facts): Facts | undefined {
  if (left.exact === undefined || right.exact === undefined) return undefined;
  let otherwise = anyOf([left.otherwise, right.otherwise]);
  let [heads, tails] = [left.exact, right.exact];
  for (;;) {
    heads = heads.filter((text) => !meets(text, otherwise));
    tails = tails.filter((text) => !meets(text, otherwise));
    if (heads.length * tails.length <= MAX_EXACT) break;
    const byte = rareByteOf(heads, tails);
    if (byte === undefined) return undefined;
    otherwise = anyOf([otherwise, { literals: [], bytes: bytesOf(byte) }]);
  }
  if (costOf(otherwise) > MAX_OTHERWISE) return undefined;
  const exact = [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
  if (exact.some((text) => text.length > MAX_LENGTH)) return undefined;
  return { exact, otherwise, required: undefined };
}

/** Returns the rare byte whose removal leaves the fewest pairs; undefined when there is none. */
function rareByteOf(
  heads: readonly ByteString[],
  tails: readonly ByteString[],
): string | undefined {
  const bytes = [...new Set([...heads, ...tails].join(''))];
  const pairs = (byte: string): number => without(heads, byte).length * without(tails, byte).length;
  const rare = bytes.filter((byte) => commonness(bytesOf(byte)) <= RARE_BYTE);
  return rare.toSorted((a, b) => pairs(a) - pairs(b))[0];
}

function without(texts: readonly ByteString[], byte: string): readonly ByteString[] {
  return texts.filter((text) => !text.includes(byte));
}

function factsOfAlternation(alternatives: readonly Facts[]): Facts {
  const requirements = alternatives.map(best);
  const known = requirements.flatMap((one) => one ?? []);
  const required = known.length === alternatives.length ? anyOf(known) : undefined;
  const substitutes = alternatives.map(({ exact, otherwise }, index) =>
    exact === undefined ? requirements[index] : otherwise,
  );
  const selected = substitutes.flatMap((substitute) => substitute ?? []);
  if (selected.length < substitutes.length) return { ...unknown, required };
  const otherwise = anyOf(selected);
  const texts = new Set(alternatives.flatMap(({ exact }) => exact ?? []));
  const exact = [...texts].filter((text) => !meets(text, otherwise));
  const isUseful = exact.length <= MAX_EXACT && costOf(otherwise) <= MAX_OTHERWISE;
  return isUseful ? { exact, otherwise, required } : { ...unknown, required };
}

function factsOfRepeat({ item, min, max }: Repeat): Facts {
  const facts = factsOf(item);
  if (min === 0) return max === 1 ? factsOfAlternation([facts, empty]) : factsOfGap(facts);
  const iterations = Array.from({ length: Math.min(min, MAX_LENGTH) }, () => facts);
  if (min === max && min <= MAX_LENGTH) return factsOfSequence(iterations);
  return factsOfSequence([...iterations, factsOfGap(facts)]);
}

/** Returns the facts for any number of iterations, including none. */
function factsOfGap(item: Facts): Facts {
  const otherwise = best(item);
  return costOf(otherwise) > MAX_OTHERWISE || otherwise === undefined
    ? unknown
    : { ...empty, otherwise };
}
