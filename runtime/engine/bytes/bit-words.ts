/** Sets of small whole numbers, as arrays of small integers, which are cheaper to create than typed arrays. */

/** Number n is bit `n % 30` of word `n / 30`. With more bits V8 would not store the words as small integers. */
const BITS_PER_WORD = 30;

/** Returns the empty set, with room for the numbers below `count`. */
export function createBits(count: number): number[] {
  return Array.from({ length: wordOf(count) + 1 }, () => 0);
}

/** Returns the index of the word with a bit. V8 compiles this to a multiplication, and Math.floor to a floating-point division. */
function wordOf(bit: number): number {
  return (bit / BITS_PER_WORD) | 0;
}

/** Returns the index of the word with a bit, and the bit as a mask of that word. */
export function positionOf(bit: number): { readonly word: number; readonly mask: number } {
  return { word: wordOf(bit), mask: 1 << (bit % BITS_PER_WORD) };
}

export function hasBit(bits: readonly number[], bit: number): boolean {
  return ((bits[wordOf(bit)] ?? 0) & (1 << (bit % BITS_PER_WORD))) !== 0;
}

/** Adds a number; grows the set when necessary. */
export function setBit(bits: number[], bit: number): void {
  const word = wordOf(bit);
  while (bits.length <= word) bits.push(0);
  bits[word] = (bits[word] ?? 0) | (1 << (bit % BITS_PER_WORD));
}

/** Returns the number of the lowest bit of a 32-bit word that is set; -1 for 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
