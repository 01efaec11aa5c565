/** Sets of small whole numbers, as lists of plain small integers: typed arrays cost more to make. */

/** Number n is bit `n % 30` of word `n / 30`: more bits, and V8 keeps the words elsewhere. */
export const BITS_PER_WORD = 30;

/** The empty set, with room for the numbers below `count`. */
export function createBits(count: number): number[] {
  return Array.from({ length: Math.floor(count / BITS_PER_WORD) + 1 }, () => 0);
}

export function hasBit(bits: readonly number[], bit: number): boolean {
  return ((bits[Math.floor(bit / BITS_PER_WORD)] ?? 0) & (1 << (bit % BITS_PER_WORD))) !== 0;
}

/** Makes room when there is none. */
export function setBit(bits: number[], bit: number): void {
  const word = Math.floor(bit / BITS_PER_WORD);
  while (bits.length <= word) bits.push(0);
  bits[word] = (bits[word] ?? 0) | (1 << (bit % BITS_PER_WORD));
}
