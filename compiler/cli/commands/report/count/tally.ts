/** Counts of one bar, in the period and in the period to compare with. */
import type { Counts, Outcome } from '../document.ts';
import { addToSample, createSample, type RandomIndex, type Sample } from './sample.ts';

export type PeriodName = 'now' | 'before';

type MutableCounts = { -readonly [Name in keyof Counts]: Counts[Name] };

export type Tally = {
  readonly now: MutableCounts;
  readonly before: MutableCounts;
  readonly sample: Sample;
};

/** A request to count. `text` creates its text for a sample; undefined when it is not shown. */
export type Counted = {
  readonly period: PeriodName;
  readonly outcome: Outcome;
  readonly text: (() => string) | undefined;
};

export function createTally(): Tally {
  return {
    now: { blocked: 0, detected: 0 },
    before: { blocked: 0, detected: 0 },
    sample: createSample(),
  };
}

export function count(tally: Tally, { period, outcome, text }: Counted, random: RandomIndex): void {
  tally[period][outcome] += 1;
  if (text !== undefined) addToSample(tally.sample, random, text);
}

export function addCounts(one: MutableCounts, { blocked, detected }: Counts): void {
  one.blocked += blocked;
  one.detected += detected;
}

export function sumOf({ blocked, detected }: Counts): number {
  return blocked + detected;
}

export function totalOf({ now, before }: Tally): number {
  return sumOf(now) + sumOf(before);
}
