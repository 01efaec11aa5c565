/** Decides whether a run has failed. */
import { median } from '#compiler/cli/commands/bench/bench-waf.ts';
import type { Tally } from './ledger.ts';
import type { Interval } from './processes.ts';

export type Measured = {
  readonly tally: Tally;
  readonly intervals: readonly Interval[];
  readonly descriptorsBefore: number;
  readonly descriptorsAfter: number;
};

/** Growth below this is normal variation of the heap. */
const RSS_SLACK_BYTES = 24 << 20;
const RSS_SLACK = 0.1;
/** Extra descriptors that are allowed: idle connections to the backend, and those of threads. */
const DESCRIPTOR_SLACK = 12;

/** The number of requests until a process reaches its normal size. */
const WARM_REQUESTS = 2000;

/** Returns false when the first third was too short or the machine too busy: growth may then be warming up. */
export function isGrowthJudged(intervals: readonly Interval[]): boolean {
  const first = intervals.slice(0, Math.floor(intervals.length / 3));
  return first.reduce((sum, { latencies }) => sum + latencies.length, 0) >= WARM_REQUESTS;
}

/** Returns the faults as sentences; empty when there are none. */
export function faultsOf(measured: Measured): readonly string[] {
  const { tally, intervals, descriptorsBefore, descriptorsAfter } = measured;
  return [
    ...(isGrowthJudged(intervals) ? growthOf(intervals) : []),
    ...(descriptorsAfter > descriptorsBefore + DESCRIPTOR_SLACK
      ? [`${descriptorsAfter} descriptors are open after the run, ${descriptorsBefore} were before`]
      : []),
    ...counted(tally.wrong, 'wrong responses'),
    ...counted(tally.lost, 'requests that were answered lack a record'),
    ...counted(tally.doubled, 'requests have a record twice'),
    ...counted(tally.unknown, 'records or forwarded requests are of no request'),
    ...counted(tally.broken, 'lines of the logs are broken'),
    ...counted(
      tally.misforwarded,
      'requests reached the backend twice, without leave or not at all',
    ),
    ...tally.examples,
    ...(tally.outcomes.passed === 0 || tally.outcomes.blocked === 0 ? ['nothing was tested'] : []),
  ];
}

/** Compares the medians of the second and last third; the first third is for warming up. */
function growthOf(intervals: readonly Interval[]): readonly string[] {
  const third = Math.floor(intervals.length / 3);
  const medians = (value: (interval: Interval) => number): readonly [number, number] => [
    median(intervals.slice(third, 2 * third).map(value)),
    median(intervals.slice(2 * third).map(value)),
  ];
  const [rss, lastRss] = medians(({ rssBytes }) => rssBytes);
  const [open, lastOpen] = medians(({ descriptors }) => descriptors);
  const megabytes = (value: number): number => Math.round(value / (1 << 20));
  return [
    ...(lastRss > rss * (1 + RSS_SLACK) + RSS_SLACK_BYTES
      ? [`memory grows from ${megabytes(rss)} to ${megabytes(lastRss)} MB`]
      : []),
    ...(lastOpen > open + DESCRIPTOR_SLACK ? [`descriptors grow from ${open} to ${lastOpen}`] : []),
  ];
}

function counted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
