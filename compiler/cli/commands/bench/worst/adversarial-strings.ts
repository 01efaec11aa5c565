/** Generates strings that should be as expensive for the matcher of an expression as any of their length. */
import { findRequirement } from '#compiler/regex/find-requirement.ts';
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Node, Regex } from '#engine/regex/compile/ast.ts';
import { pickByte } from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { pick, randomMember, shortMember } from './members.ts';
import { type Pump, pumpsOf } from './pumps.ts';

/**
 * `pump`: a prefix and one repetition to the end;
 * `match`: the same, followed by what completes the match;
 * `restart`: prefix and iteration repeated, so that a match may begin anywhere;
 * `soup`: pieces of the expression in random order, which visit as many states of an automaton as possible;
 * `noise`: single bytes that the expression distinguishes, in random order.
 */
export type Family = 'pump' | 'match' | 'restart' | 'soup' | 'noise';

/** Makes strings of one family, of any length. */
export type Recipe = {
  readonly family: Family;
  /** Char offset in the pattern of the repeated part. */
  readonly index: number;
  /** Returns a string of about `size` bytes. Soup and noise depend on the seed. */
  readonly make: (size: number, seed: number) => ByteString;
};

/** Approximate limit, because some expressions have hundreds of similar repetitions. */
const MAX_PUMPS = 16;

/** Returns a text that meets the requirement of the prefilter. */
function decoyOf(regex: Regex): ByteString {
  const requirement = findRequirement(regex);
  if (requirement === undefined) return '';
  const byte = pickByte(requirement.bytes);
  return requirement.literals[0] ?? (byte === undefined ? '' : String.fromCharCode(byte));
}

/** Returns the recipes. Every string contains a literal that each match must have, so that a prefilter lets it pass. */
export function recipesOf(regex: Regex, seed: number): readonly Recipe[] {
  const random = seededRandom(seed);
  const decoy = decoyOf(regex);
  const pumps = pumpsOf(regex, random);
  const pieces = piecesOf(regex.root, random);
  const bytes = [...new Set(pieces.join(''))];
  return [
    ...pumps
      .filter(() => random() < MAX_PUMPS / pumps.length)
      .flatMap((pump) => recipesOfPump(pump, decoy)),
    { family: 'soup', index: 0, make: (size, other) => mixture([...pieces, decoy], size, other) },
    { family: 'noise', index: 0, make: (size, other) => decoy + mixture(bytes, size, other) },
  ];
}

function recipesOfPump(
  { index, prefix, iteration, rest }: Pump,
  decoy: ByteString,
): readonly Recipe[] {
  // The blank separates the decoy from the pump.
  const head = `${decoy} ${prefix}`;
  return [
    { family: 'pump', index, make: (size) => head + fill(iteration, size - head.length) },
    {
      family: 'match',
      index,
      make: (size) => prefix + fill(iteration, size - prefix.length - rest.length) + rest,
    },
    { family: 'restart', index, make: (size) => fill(prefix + iteration, size) + decoy },
  ];
}

function fill(text: ByteString, size: number): ByteString {
  return size <= 0 ? '' : text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

function mixture(pieces: readonly ByteString[], size: number, seed: number): ByteString {
  const random = seededRandom(seed);
  const chosen: ByteString[] = [];
  for (let length = 0; length < size; ) {
    const piece = pick(pieces, random) || ' ';
    chosen.push(piece);
    length += piece.length;
  }
  return chosen.join('').slice(0, size);
}

const MAX_PIECES = 400;

/** Returns a short and a random member of every node. */
function piecesOf(root: Node, random: Random): readonly ByteString[] {
  const pieces = new Set<ByteString>();
  const nodes = [root];
  for (const node of nodes) {
    if (pieces.size >= MAX_PIECES) break;
    pieces.add(shortMember(node)).add(randomMember(node, random));
    nodes.push(...childrenOf(node));
  }
  pieces.delete('');
  return [...pieces];
}
