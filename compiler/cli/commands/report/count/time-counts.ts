/** Counts requests over time in bounded memory: a longer log has longer steps. */
import type { TimeBar, TimeChart } from '../document.ts';
import { joinSamples, type RandomIndex } from './sample.ts';
import { addCounts, type Counted, count, createTally, type Tally } from './tally.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds. Each step is a multiple of the one before, so that whole steps can be merged. */
const STEPS = [1, 5, 15, 60, 180, 360, 720]
  .map((minutes) => minutes * MINUTE)
  .concat([1, 7, 28, 364, 3640, 36_400].map((days) => days * DAY));

/** The number of steps with requests that are stored. */
const CAPACITY = 2000;
/** The number of bars from the first to the last of a chart. */
const BARS = 120;

export type TimeCounts = {
  /** `time` is in milliseconds since 1970. */
  readonly add: (time: number, counted: Counted) => void;
  readonly result: (indexOf: (text: string) => number) => TimeChart;
};

export function createTimeCounts(random: RandomIndex): TimeCounts {
  let level = 0;
  let byStart = new Map<number, Tally>();
  const stepNow = (): number => STEPS[level] ?? Number.MAX_SAFE_INTEGER;
  const startOf = (time: number): number => Math.floor(time / stepNow()) * stepNow();
  const coarsen = (): void => {
    level += 1;
    const joined = new Map<number, Tally>();
    for (const [start, tally] of byStart) {
      const known = joined.get(startOf(start));
      if (known === undefined) joined.set(startOf(start), tally);
      else join(known, tally, random);
    }
    byStart = joined;
  };
  return {
    add: (time, counted) => {
      while (byStart.size >= CAPACITY && !byStart.has(startOf(time))) coarsen();
      const start = startOf(time);
      let tally = byStart.get(start);
      if (tally === undefined) {
        tally = createTally();
        byStart.set(start, tally);
      }
      count(tally, counted, random);
    },
    result: (indexOf) => {
      while (stepsIn(byStart, stepNow()) > BARS && level < STEPS.length - 1) coarsen();
      const bars = [...byStart]
        .toSorted(([one], [two]) => one - two)
        .map(([start, { now, before, sample }]): TimeBar => {
          return { start, now, before, requests: sample.texts.map(indexOf) };
        });
      return { step: stepNow(), bars };
    },
  };
}

function join(one: Tally, other: Tally, random: RandomIndex): void {
  addCounts(one.now, other.now);
  addCounts(one.before, other.before);
  joinSamples(one.sample, other.sample, random);
}

/** Returns the number of steps from the first to the last start. */
function stepsIn(byStart: ReadonlyMap<number, unknown>, step: number): number {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const start of byStart.keys()) {
    first = Math.min(first, start);
    last = Math.max(last, start);
  }
  return byStart.size === 0 ? 0 : (last - first) / step + 1;
}
