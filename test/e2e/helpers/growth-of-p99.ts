/** Compares the p99 of two states of one program, which take turns. */
import { quantile } from '../../replicas/helpers/flood.ts';

/** What two turns, one after the other, have measured in one state and in the other. */
export type Pair<Value> = { readonly off: Value; readonly on: Value };

export type Estimate = {
  readonly value: number;
  /** Standard error. */
  readonly error: number;
};

const RESAMPLES = 1000;

/** Returns the median p99 of `off`. `pairs`: milliseconds of responses. */
export function typicalP99(pairs: readonly Pair<readonly number[]>[]): number {
  return quantile(
    pairs.map(({ off }) => quantile(off, 0.99)),
    0.5,
  );
}

/**
 * Returns by how many percent the p99 of a turn is larger when `on`: the median of the pairs. The machine stalls for
 * some milliseconds now and then, in either state; that changes the p99 of all turns together, but hardly the median.
 */
export function growthOfP99(pairs: readonly Pair<readonly number[]>[]): Estimate {
  return medianOf(pairs.map(({ off, on }) => (quantile(on, 0.99) / quantile(off, 0.99) - 1) * 100));
}

/** Returns the median of what `on` takes more. */
export function growthOf(pairs: readonly Pair<number>[]): Estimate {
  return medianOf(pairs.map(({ off, on }) => on - off));
}

/** The standard error is that of medians of values drawn with replacement (bootstrap). */
function medianOf(values: readonly number[]): Estimate {
  const draws = Array.from({ length: RESAMPLES }, () =>
    quantile(
      values.map(() => values[Math.floor(Math.random() * values.length)] ?? 0),
      0.5,
    ),
  );
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / RESAMPLES;
  const squares = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0);
  return { value: quantile(values, 0.5), error: Math.sqrt(squares / RESAMPLES) };
}
