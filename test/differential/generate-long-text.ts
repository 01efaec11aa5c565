/** Generated long values: the engine reads some in blocks, and searches longer ones for all rules together. */
import fc, { type Arbitrary } from 'fast-check';
import { randomProse } from '#compiler/cli/commands/bench/random.ts';
import { pick } from '#compiler/cli/commands/bench/worst/members.ts';
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import { BLOCKWISE_LENGTH } from '#engine/bytes/byte-block.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { LONG_TEXT } from '#engine/regex/prefix-filter.ts';
import { DISGUISES, percent } from './disguises.ts';
import { ATTACKS, BENIGN } from './fragments.ts';

const BOUNDS = [BLOCKWISE_LENGTH, LONG_TEXT].flatMap((bound) => [bound - 1, bound]);
const LENGTHS = [300, ...BOUNDS, 20_000, 40_000, 140_000];
const REPEATED = ['a', ' ', '/', '\t', '<', "'", '%', '..', '\\', '$', '&#', ';', '\0', '\xff'];

type Piece = (random: Random) => ByteString;

const upTo = (most: number, random: Random): number => 1 + Math.floor(random() * most);

/** Bytes from `first` on. */
function bytes(first: number, count: number, most: number, random: Random): ByteString {
  const one = (): number => first + Math.floor(random() * count);
  return String.fromCharCode(...Array.from({ length: upTo(most, random) }, one));
}

const prose: Piece = (random) => randomProse(upTo(800, random), random);
const printable: Piece = (random) => bytes(0x20, 95, 400, random);
const attack: Piece = (random) => pick(ATTACKS, random) ?? '';
const disguised: Piece = (random) => pick(DISGUISES, random)?.(attack(random)) ?? '';
const benign: Piece = (random) => pick(BENIGN, random) ?? '';
const noise: Piece = (random) => bytes(0, 256, 20, random);
const base64: Piece = (random) => btoa(bytes(0, 256, 400, random));
const repeated: Piece = (random) => (pick(REPEATED, random) ?? '').repeat(upTo(2000, random));

/** The pieces of a value; one that stands more often is chosen more often. */
const MIXTURES: readonly (readonly Piece[])[] = [
  [prose],
  [printable],
  [base64],
  [...Array<Piece>(60).fill(prose), attack, disguised],
  [...Array<Piece>(60).fill(printable), attack, disguised],
  [prose, printable, attack, disguised, benign, noise, base64, repeated],
];

/** Half of them are percent-encoded: in a form they would end at an ampersand. */
export const longTexts: Arbitrary<ByteString> = fc
  .tuple(fc.nat(), fc.constantFrom(...LENGTHS), fc.constantFrom(...MIXTURES), fc.boolean())
  .map(([seed, length, pieces, isEncoded]) => {
    const random = seededRandom(seed);
    let text = '';
    while (text.length < length) text += pick(pieces, random)?.(random) ?? '';
    const cut = text.slice(0, length);
    return isEncoded ? percent(cut) : cut;
  });
