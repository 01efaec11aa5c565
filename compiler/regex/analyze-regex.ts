/** What later stages ask of an expression: is it regular, and which literals are in every match. */
import { type ByteString, lowerAscii } from '../../runtime/engine/byte-string.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Atomic, BackReference, Node, Regex, Repeat } from './ast.ts';
import { type ByteSet, membersOf, sizeOf } from './byte-set.ts';

/**
 * The first node that no linear matcher can follow; undefined: none. Look-around is regular and stays.
 */
export const findNonRegular = memoizeByObject(
  ({ root }: Regex): BackReference | Atomic | undefined => nonRegularIn(root),
);

function nonRegularIn(node: Node): BackReference | Atomic | undefined {
  switch (node.kind) {
    case 'BackReference':
    case 'Atomic':
      return node;
    case 'Alternation':
      return firstNonRegular(node.alternatives);
    case 'Sequence':
      return firstNonRegular(node.items);
    case 'Repeat':
    case 'Group':
    case 'Lookaround':
      return nonRegularIn(node.item);
    case 'Bytes':
    case 'Anchor':
      return undefined;
  }
}

function firstNonRegular(nodes: readonly Node[]): BackReference | Atomic | undefined {
  for (const node of nodes) {
    const found = nonRegularIn(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Lower-case literals, of which every match contains at least one (ASCII case aside); undefined when
 * there is no such list, or only one with the empty literal in it. The list thought cheapest to look for
 * is chosen: long literals, few of them.
 */
export const requiredLiterals = memoizeByObject(
  ({ root }: Regex): readonly ByteString[] | undefined => {
    const { exact, required } = literalsOf(root);
    return cheaper(exact && withoutSuperstrings(exact), required);
  },
);

type Literals = {
  /** All that the node can match, lower case; undefined: too many. */
  readonly exact: readonly ByteString[] | undefined;
  /** One of these is in every match; undefined: none known. */
  readonly required: readonly ByteString[] | undefined;
};

/** Beyond these, more literals cost a prefilter more than they save. */
const MAX_EXACT = 48;
const MAX_REQUIRED = 512;
const MAX_LENGTH = 24;

const zeroWidth: Literals = { exact: [''], required: undefined };
const unknown: Literals = { exact: undefined, required: undefined };

function literalsOf(node: Node): Literals {
  switch (node.kind) {
    case 'Bytes':
      return { exact: literalsOfSet(node.set), required: undefined };
    case 'Sequence':
      return literalsOfSequence(node.items);
    case 'Alternation':
      return literalsOfAlternation(node.alternatives.map(literalsOf));
    case 'Group':
    case 'Atomic':
      return literalsOf(node.item);
    case 'Repeat':
      return literalsOfRepeat(node);
    case 'Anchor':
    case 'Lookaround':
      return zeroWidth;
    case 'BackReference':
      return unknown;
  }
}

function literalsOfSet(set: ByteSet): readonly ByteString[] | undefined {
  if (sizeOf(set) > MAX_EXACT) return undefined;
  return distinct(membersOf(set).map((byte) => lowerAscii(String.fromCharCode(byte))));
}

/** Joins exact items as long as the lists stay small; each run that ends is one candidate. */
function literalsOfSequence(items: readonly Node[]): Literals {
  let run: readonly ByteString[] = [''];
  let best: readonly ByteString[] | undefined;
  let isExact = true;
  for (const item of items) {
    const { exact, required } = literalsOf(item);
    best = cheaper(best, required);
    const joined = exact && product(run, exact);
    if (joined !== undefined) {
      run = joined;
      continue;
    }
    isExact = false;
    best = cheaper(best, withoutSuperstrings(run));
    run = exact ?? [''];
  }
  if (isExact) return { exact: run, required: best };
  return { exact: undefined, required: cheaper(best, withoutSuperstrings(run)) };
}

function literalsOfAlternation(alternatives: readonly Literals[]): Literals {
  const exact: ByteString[] = [];
  const required: ByteString[] = [];
  let isExact = true;
  let isRequired = true;
  for (const alternative of alternatives) {
    if (alternative.exact === undefined) isExact = false;
    else exact.push(...alternative.exact);
    const best = cheaper(alternative.exact, alternative.required);
    if (best === undefined) isRequired = false;
    else required.push(...best);
  }
  const all = distinct(exact);
  return {
    exact: isExact && all.length <= MAX_EXACT ? all : undefined,
    required: isRequired ? withoutSuperstrings(distinct(required)) : undefined,
  };
}

function literalsOfRepeat({ item, min, max }: Repeat): Literals {
  const { exact, required } = literalsOf(item);
  if (min === 0) {
    return max === 1 && exact !== undefined
      ? { exact: distinct([...exact, '']), required: undefined }
      : unknown;
  }
  let run: readonly ByteString[] | undefined = exact;
  for (let turn = 1; turn < min && run !== undefined && turn < MAX_LENGTH; turn += 1) {
    const longer = product(run, exact ?? []);
    if (longer === undefined) return { exact: undefined, required: cheaper(required, run) };
    run = longer;
  }
  if (min === max && min <= MAX_LENGTH) return { exact: run, required };
  return { exact: undefined, required: cheaper(required, run) };
}

function product(
  left: readonly ByteString[],
  right: readonly ByteString[],
): readonly ByteString[] | undefined {
  if (left.length * right.length > MAX_EXACT) return undefined;
  const joined = distinct(left.flatMap((head) => right.map((tail) => head + tail)));
  return joined.some((literal) => literal.length > MAX_LENGTH) ? undefined : joined;
}

function distinct(literals: readonly ByteString[]): readonly ByteString[] {
  return [...new Set(literals)];
}

/** Who contains another of the list is found by it. */
function withoutSuperstrings(literals: readonly ByteString[]): readonly ByteString[] {
  return literals.filter(
    (literal) => !literals.some((other) => other !== literal && literal.includes(other)),
  );
}

/** The list that is expected to be found less often in ordinary text; one with "" is always found. */
function cheaper(
  left: readonly ByteString[] | undefined,
  right: readonly ByteString[] | undefined,
): readonly ByteString[] | undefined {
  const [leftCost, rightCost] = [costOf(left), costOf(right)];
  if (leftCost === Number.POSITIVE_INFINITY && rightCost === leftCost) return undefined;
  return rightCost < leftCost ? right : left;
}

/** Chance of a hit at a byte of text, a little for each literal on top: it takes room in the tables. */
function costOf(literals: readonly ByteString[] | undefined): number {
  if (literals === undefined || literals.length > MAX_REQUIRED || literals.includes('')) {
    return Number.POSITIVE_INFINITY;
  }
  return literals.reduce((cost, literal) => cost + 16 ** -literal.length + 1e-5, 0);
}
