/** Random numbers that are the same in each run, for samples, benchmarks and tests. */

/** Returns the next number of the sequence, from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * Returns the generator "mulberry32" (public domain), which is good enough to vary values and gives the same numbers
 * on every machine.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
