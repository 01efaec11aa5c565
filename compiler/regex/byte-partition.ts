/** Splits the bytes into classes that no set of an expression tells apart. */
import { type ByteSet, contains } from './byte-set.ts';

export type BytePartition = {
  /** First byte of each run of bytes, ascending; the first is 0. */
  readonly runs: readonly number[];
  /** Class of each run. */
  readonly classes: readonly number[];
  /** A byte of each class. */
  readonly samples: readonly number[];
};

export function partitionBytes(sets: readonly ByteSet[]): BytePartition {
  const cuts = new Set([0]);
  for (const [first, last] of sets.flat()) {
    cuts.add(first);
    if (last < 255) cuts.add(last + 1);
  }
  const runs = [...cuts].sort((a, b) => a - b);
  const numbers = new Map<string, number>();
  const samples: number[] = [];
  const classes = runs.map((byte) => {
    const membership = sets.map((set) => (contains(set, byte) ? '1' : '0')).join('');
    const known = numbers.get(membership);
    if (known !== undefined) return known;
    numbers.set(membership, samples.length);
    return samples.push(byte) - 1;
  });
  return { runs, classes, samples };
}
