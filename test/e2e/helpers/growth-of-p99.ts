/** Compares the p99 of two states of one program, which take turns. */

/** Milliseconds of the responses of two turns, one after the other. */
export type Pair = { readonly off: readonly number[]; readonly on: readonly number[] };

export type Growth = {
  /** Milliseconds, of `off`. */
  readonly p99: number;
  /** How much larger the p99 of `on` is. */
  readonly percent: number;
  readonly error: number;
};

const RESAMPLES = 200;

/**
 * Compares the p99 of all responses. The standard error is that of pairs drawn with replacement (bootstrap): responses
 * of one turn are not independent of each other.
 */
export function growthOfP99(pairs: readonly Pair[]): Growth {
  const draws = Array.from({ length: RESAMPLES }, () =>
    percentMore(pairs.flatMap(() => pairs[Math.floor(Math.random() * pairs.length)] ?? [])),
  );
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / RESAMPLES;
  const squares = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0);
  return {
    p99: p99Of(pairs.map(({ off }) => off)),
    percent: percentMore(pairs),
    error: Math.sqrt(squares / RESAMPLES),
  };
}

function percentMore(pairs: readonly Pair[]): number {
  return (p99Of(pairs.map(({ on }) => on)) / p99Of(pairs.map(({ off }) => off)) - 1) * 100;
}

function p99Of(turns: readonly (readonly number[])[]): number {
  const all = Float64Array.from(turns.flat()).sort();
  return all[Math.floor(all.length * 0.99)] ?? 0;
}
