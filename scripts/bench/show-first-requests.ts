/** Formats the cost of the first requests as text. */
import { formatRatio, formatTime } from '#compiler/cli/commands/bench/format.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import { FIRST, type FirstRequests } from './measure-first-requests.ts';

export function showFirstRequests(figures: readonly FirstRequests[]): string {
  const rows = figures.map(({ occasion, mix, readyMilliseconds, first, later, ratio }) => [
    `${occasion}, ${mix}`,
    formatTime(readyMilliseconds * 1000),
    ...[first, later].map(formatTime),
    formatRatio(ratio),
  ]);
  return [
    '',
    `The first ${FIRST} requests of a process that is ready, or has new rules: processor time of each`,
    formatTable([['after', 'until ready', 'first', 'later', 'ratio'], ...rows]),
  ].join('\n');
}
