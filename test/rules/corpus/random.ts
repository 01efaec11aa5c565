/** A small seeded generator, so that every run makes the same texts. */

export type Random = {
  /** An integer from 0 to `limit` - 1. */
  readonly below: (limit: number) => number;
  readonly pick: (items: readonly string[]) => string;
};

/** Mulberry32: 32 bits of state, good enough to choose words. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return { below, pick: (items) => items[below(items.length)] ?? '' };
}
