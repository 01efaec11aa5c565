/** Derives literals and bytes of which every match of an expression contains one; the prefilter searches for them. */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import {
  type ByteSet,
  bytesOf,
  foldCase,
  membersOf,
  sizeOf,
} from '#engine/regex/compile/byte-set.ts';
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

/**
 * Returns the requirement that ordinary text meets least often; undefined when every text may match. A small class after
 * words (`cat[ &|]`) multiplies the literals, and ends them when there would be too many.
 */
export const findRequirement = memoizeByObject(
  ({ root }: Regex): Requirement | undefined =>
    best(factsOf(root, MAX_TEXTS)) ?? best(factsOf(root, FEW_BYTES)),
);

/**
 * Facts that hold for all matches of a node. `otherwise` exists for gaps that an attacker may leave empty
 * (`u["']*n["']*i...`): either they are empty, or the text contains a rare byte.
 */
type Facts = {
  /**
   * Every match is one of these texts (in lower case), or begins with one of them when `isExact` is false, or meets
   * `otherwise`; undefined when there are too many.
   */
  readonly texts: readonly ByteString[] | undefined;
  readonly isExact: boolean;
  readonly otherwise: Requirement;
  /** The requirement that every match meets; undefined when nothing is known. */
  readonly required: Requirement | undefined;
};

const MAX_TEXTS = 48;
const MAX_LENGTH = 24;
/** Both cases of two letters. */
const FEW_BYTES = 4;
/** Letters and digits: when a set has more of them, most bytes of ordinary text have one after them. */
const MOST_WORD_BYTES = 16;

/** A requirement that is met more often is not used as `otherwise`. */
const MAX_OTHERWISE = 0.5;
/** A byte that occurs more often is not used as `otherwise`. */
const RARE_BYTE = 0.1;

const empty: Facts = { texts: [''], isExact: true, otherwise: impossible, required: undefined };
const unknown: Facts = {
  texts: undefined,
  isExact: false,
  otherwise: impossible,
  required: undefined,
};

/** `most`: the number of bytes up to which a set is a list of texts. */
function factsOf(node: Node, most: number): Facts {
  switch (node.kind) {
    case 'Bytes':
      return factsOfSet(node.set, most);
    case 'Sequence':
      return factsOfSequence(node.items.map((item) => factsOf(item, most)));
    case 'Alternation':
      return factsOfAlternation(node.alternatives.map((item) => factsOf(item, most)));
    case 'Group':
    case 'Atomic':
      return factsOf(node.item, most);
    case 'Repeat':
      return factsOfRepeat(node, factsOf(node.item, most));
    case 'Anchor':
    case 'Lookaround':
      return empty;
    case 'BackReference':
      return unknown;
  }
}

function best({ texts, otherwise, required }: Facts): Requirement | undefined {
  return cheaper(texts && requirementOf(texts, otherwise), required);
}

function factsOfSet(set: ByteSet, most: number): Facts {
  const bytes = sizeOf(set) > most ? [] : membersOf(set);
  const texts = [...new Set(bytes.map((byte) => lowerAscii(String.fromCharCode(byte))))];
  const wordBytes = texts.filter((text) => /[a-z0-9]/.test(text)).length;
  return texts.length === 0 || wordBytes > MOST_WORD_BYTES
    ? { ...unknown, required: { literals: [], bytes: foldCase(set) } }
    : { ...empty, texts };
}

function factsOfSequence(items: readonly Facts[]): Facts {
  const passing = joinRuns(items);
  if (items.every(({ otherwise }) => isImpossible(otherwise))) return passing;
  // A gap either ends the run of exact texts, or adds its bytes to the alternatives: whichever is cheaper.
  const ending = joinRuns(items.map((item) => (isImpossible(item.otherwise) ? item : ended(item))));
  return { ...passing, required: cheaper(ending.required, passing.required) };
}

function ended({ required }: Facts): Facts {
  return { ...unknown, required };
}

/**
 * Joins exact items as long as the lists stay small. Each run that ends or branches is a candidate for the requirement;
 * the first one is how the sequence begins.
 */
function joinRuns(items: readonly Facts[]): Facts {
  let run = empty;
  let first: Facts | undefined;
  let required: Requirement | undefined;
  for (const item of items) {
    required = cheaper(required, item.required);
    const joined = join(run, item);
    if (!joined.isExact || item.texts?.length !== 1) required = cheaper(required, best(run));
    if (joined.isExact) {
      run = joined;
      continue;
    }
    required = cheaper(required, best(joined));
    first ??= joined;
    run = item.isExact ? { ...item, required: undefined } : empty;
  }
  if (first === undefined) return { ...run, required };
  return { ...first, required: cheaper(required, best(run)) };
}

/** Concatenates an exact item and any other. When there are too many texts, the result begins with those of the first. */
function join(left: Facts, right: Facts): Facts {
  const beginning = { ...left, isExact: false, required: undefined };
  if (left.texts === undefined || right.texts === undefined) return beginning;
  let otherwise = anyOf([left.otherwise, right.otherwise]);
  let [heads, tails] = [left.texts, right.texts];
  for (;;) {
    heads = heads.filter((text) => !meets(text, otherwise));
    tails = tails.filter((text) => !meets(text, otherwise));
    if (heads.length * tails.length <= MAX_TEXTS) break;
    const byte = rareByteOf(heads, tails);
    if (byte === undefined) return beginning;
    otherwise = anyOf([otherwise, { literals: [], bytes: bytesOf(byte) }]);
  }
  if (costOf(otherwise) > MAX_OTHERWISE) return beginning;
  const texts = [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
  if (texts.some((text) => text.length > MAX_LENGTH)) return beginning;
  return { texts, isExact: right.isExact, otherwise, required: undefined };
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
  const listed = alternatives.map((one, index) =>
    isListed(one, requirements[index]) ? one : undefined,
  );
  const substitutes = listed.map((one, index) => one?.otherwise ?? requirements[index]);
  const selected = substitutes.flatMap((substitute) => substitute ?? []);
  if (selected.length < substitutes.length) return { ...unknown, required };
  const otherwise = anyOf(selected);
  const all = new Set(listed.flatMap((one) => one?.texts ?? []));
  const texts = [...all].filter((text) => !meets(text, otherwise));
  const isUseful = texts.length <= MAX_TEXTS && costOf(otherwise) <= MAX_OTHERWISE;
  const isExact = listed.every((one) => one === undefined || one.isExact);
  return isUseful ? { texts, isExact, otherwise, required } : { ...unknown, required };
}

/** Returns whether the texts of an alternative say more than its requirement. Rare bytes that it needs anyway let the others stay exact. */
function isListed({ texts, isExact }: Facts, required: Requirement | undefined): boolean {
  if (texts === undefined || isExact) return isExact;
  return required === undefined || costOf(required) > RARE_BYTE || required.literals.length > 0;
}

function factsOfRepeat({ min, max }: Repeat, item: Facts): Facts {
  if (min === 0) return max === 1 ? factsOfAlternation([item, empty]) : factsOfGap(item);
  const iterations = Array.from({ length: Math.min(min, MAX_LENGTH) }, () => item);
  if (min === max && min <= MAX_LENGTH) return factsOfSequence(iterations);
  if (max === min + 1) return factsOfSequence([...iterations, factsOfAlternation([item, empty])]);
  return factsOfSequence([...iterations, factsOfGap(item)]);
}

/** Returns the facts for any number of iterations, including none. */
function factsOfGap(item: Facts): Facts {
  const otherwise = best(item);
  return costOf(otherwise) > MAX_OTHERWISE || otherwise === undefined
    ? unknown
    : { ...empty, otherwise };
}
