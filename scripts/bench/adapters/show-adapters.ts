/** What adapters add to an inspection, as text. */
import { formatTime } from '../../compiler/cli/commands/bench/format.ts';
import { formatTable } from '../../compiler/cli/output/table.ts';
import type { AdapterFigures } from './measure-adapters.ts';

/** Measured by others on another machine: an order of magnitude. */
const PUBLISHED =
  '  coraza-node publishes 3.4 ms for a browse request and 132 ms for a JSON body, rules and adapter together';

export function showAdapters(figures: readonly AdapterFigures[]): string {
  const rows = figures.map(({ mix, rules, node, fetch, fetchPlatform }) => [
    mix,
    ...[rules, node, fetch, fetchPlatform].map(formatTime),
  ]);
  return [
    '',
    'Adapters: the rules alone, what each adds, and what the fetch API takes for the headers and a copy of the body',
    'that are inspected; processor time of a request',
    formatTable([['mix', 'rules', 'node:http', 'fetch', 'its platform'], ...rows]),
    PUBLISHED,
  ].join('\n');
}
