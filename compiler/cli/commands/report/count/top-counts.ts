/** Finds the most frequent keys in bounded memory. */
import { ownCopy } from '../../../replay/own-copy.ts';
import type { Dimension, DimensionName, NamedBar } from '../document.ts';
import type { RandomIndex } from './sample.ts';
import { addCounts, type Counted, count, createTally, type Tally, totalOf } from './tally.ts';

/** When twice as many keys have been seen, the rarest are dropped so that this many remain. */
const CAPACITY = 2000;
/** The number of bars of a chart. */
const BARS = 25;

export type TopCounts = {
  readonly add: (key: string, label: string, counted: Counted) => void;
  /** `indexOf` returns the index of a sampled request. */
  readonly result: (name: DimensionName, indexOf: (text: string) => number) => Dimension;
};

type Named = { readonly key: string; readonly label: string; readonly tally: Tally };

/**
 * Counts are exact up to CAPACITY keys. Beyond that, the rarest keys are added to the others, so a count is a lower
 * bound: a key that occurs again has lost at most `missing` requests. The sum of all counts stays correct.
 */
export function createTopCounts(random: RandomIndex, capacity = CAPACITY): TopCounts {
  let byKey = new Map<string, Named>();
  const others = createTally();
  let dropped = 0;
  let missing = 0;
  const prune = (): void => {
    const sorted = mostFirst(byKey);
    byKey = new Map(sorted.slice(0, capacity).map((named) => [named.key, named]));
    const rarest = sorted.slice(capacity);
    for (const { tally } of rarest) addTally(others, tally);
    dropped += rarest.length;
    missing += rarest[0] === undefined ? 0 : totalOf(rarest[0].tally);
  };
  return {
    add: (key, label, counted) => {
      let named = byKey.get(key);
      if (named === undefined) {
        if (byKey.size >= 2 * capacity) prune();
        named = { key: ownCopy(key), label: ownCopy(label), tally: createTally() };
        byKey.set(named.key, named);
      }
      count(named.tally, counted, random);
    },
    result: (name, indexOf) => {
      const sorted = mostFirst(byKey);
      const rest = createTally();
      for (const { tally } of [{ tally: others }, ...sorted.slice(BARS)]) addTally(rest, tally);
      return {
        name,
        bars: sorted.slice(0, BARS).map((named) => barOf(named, indexOf)),
        others: { now: rest.now, before: rest.before },
        // A key that was dropped and occurs again is counted once.
        distinct: missing > 0 ? byKey.size : byKey.size + dropped,
        missing,
      };
    },
  };
}

function mostFirst(byKey: ReadonlyMap<string, Named>): readonly Named[] {
  return [...byKey.values()].toSorted(
    (one, two) => totalOf(two.tally) - totalOf(one.tally) || (one.key < two.key ? -1 : 1),
  );
}

function addTally(sum: Tally, { now, before }: Tally): void {
  addCounts(sum.now, now);
  addCounts(sum.before, before);
}

function barOf({ key, label, tally }: Named, indexOf: (text: string) => number): NamedBar {
  const { now, before, sample } = tally;
  return { key, label, now, before, requests: sample.texts.map(indexOf) };
}
