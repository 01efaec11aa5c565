/** The lines that a run prints. */
import type { Counts } from './disturbances.ts';
import type { Tally } from './ledger.ts';
import type { Interval } from './processes.ts';

const COLUMNS = ['s', 'MB', 'all MB', 'descr.', 'small', 'p50 ms', 'p99', 'p99.9'] as const;
const WIDTH = 8;

export function showHead(): void {
  console.log('MB and descr.: of the supervisor and its oldest worker, the least of the interval.');
  console.log(row([...COLUMNS, 'reloads', 'rotated', 'killed']));
}

export function showInterval(seconds: number, interval: Interval, counts: Counts): void {
  const { rssBytes, allRssBytes, descriptors, latencies } = interval;
  const sorted = latencies.toSorted((a, b) => a - b);
  const shown = [
    seconds,
    rssBytes / 1e6,
    allRssBytes / 1e6,
    descriptors,
    latencies.length,
    ...[0.5, 0.99, 0.999].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0),
    counts.reloads,
    counts.rotations,
    counts.kills,
  ];
  console.log(row(shown.map((value) => String(Math.round(value)))));
}

export function showTotals(
  tally: Tally,
  descriptors: { readonly descriptorsBefore: number; readonly descriptorsAfter: number },
): void {
  const { passed, blocked, aborted, killed } = tally.outcomes;
  console.log(`
${tally.requests} requests: ${passed} passed, ${blocked} blocked, ${aborted} left by their client, ${killed} broken by a killed worker, ${tally.wrong} wrong
records: ${tally.lost} lost, ${tally.doubled} doubled, ${tally.unknown} of no request, ${tally.broken} broken lines; ${tally.misforwarded} requests forwarded wrongly
descriptors when idle: ${descriptors.descriptorsBefore} before, ${descriptors.descriptorsAfter} after`);
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(WIDTH)).join('');
}
