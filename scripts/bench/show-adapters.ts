/** What adapters add to an inspection, as text. */
import { formatTime } from '../../compiler/cli/commands/bench/format.ts';
import type { AdapterFigures } from './measure-adapters.ts';

export function showAdapters(figures: readonly AdapterFigures[]): string {
  const rows = figures.map(({ mix, rules, node, fetch }) =>
    [mix.padEnd(8), ...[rules, node, fetch].map((each) => formatTime(each).padStart(10))].join(''),
  );
  const head = [
    'mix'.padEnd(8),
    ...['rules', 'node:http', 'fetch'].map((each) => each.padStart(10)),
  ];
  return [
    '',
    'Adapters: the rules alone, and what each adds, processor time of a request',
    `  ${head.join('')}`,
    ...rows.map((row) => `  ${row}`),
  ].join('\n');
}
