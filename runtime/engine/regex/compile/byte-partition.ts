/** Splits the bytes into classes such that each set of an expression is a union of classes. */
import type { ByteSet } from './byte-set.ts';

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
  let count = 1;
  const split = runs.map(() => 0);
  for (const set of sets) {
    // Bytes of one class that are in the set move to a new class together.
    const moved = new Map<number, number>();
    for (const run of runsIn(runs, set)) {
      const from = split[run] ?? 0;
      const to = moved.get(from) ?? count++;
      moved.set(from, to);
      split[run] = to;
    }
  }
  const numbers = new Map([...new Set(split)].map((number, index) => [number, index]));
  const classes = split.map((number) => numbers.get(number) ?? 0);
  const samples: number[] = [];
  for (const [run, number] of classes.entries()) samples[number] ??= runs[run] ?? 0;
  return { runs, classes, samples };
}

/** Returns the classes that make up a set, ascending. The set must be one of those that were partitioned. */
export function classesIn({ runs, classes }: BytePartition, set: ByteSet): readonly number[] {
  const members = new Set(runsIn(runs, set).map((run) => classes[run] ?? 0));
  return [...members].sort((a, b) => a - b);
}

/** Returns the runs in a set, whose ranges begin and end where runs do. */
function runsIn(runs: readonly number[], set: ByteSet): readonly number[] {
  const found: number[] = [];
  for (const [first, last] of set) {
    for (let run = runs.indexOf(first); (runs[run] ?? 256) <= last; run += 1) found.push(run);
  }
  return found;
}
