/** What adapters add to an inspection, as text. */
import { formatTime } from '../../compiler/cli/commands/bench/format.ts';
import { formatTable } from '../../compiler/cli/output/table.ts';
import type { AdapterFigures } from './measure-adapters.ts';

export function showAdapters(figures: readonly AdapterFigures[]): string {
  const rows = figures.map(({ mix, rules, node, fetch }) => [
    mix,
    ...[rules, node, fetch].map(formatTime),
  ]);
  return [
    '',
    'Adapters: the rules alone, and what each adds, processor time of a request',
    formatTable([['mix', 'rules', 'node:http', 'fetch'], ...rows]),
  ].join('\n');
}
