/** Formats what adapters add to an inspection, and figures that others publish: rows of tables, and text. */
import { formatTime } from '#compiler/cli/commands/bench/format.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import type { AdapterFigures } from './measure-adapters.ts';

/** Microseconds per request with rules and adapter, as coraza-node publishes them. */
const PUBLISHED: Readonly<Record<string, number>> = { browse: 3400, json: 132_000 };

export const ADDED =
  'What each adapter adds to the rules, processor time of a request. Each framework runs in a process of its own. The last column is what the fetch API of Node takes for all headers and for a copy of the body, which fetch and Hono need besides.';
export const TOGETHER =
  'A request in process, processor time: the rules alone, and with the adapter for node:http. coraza-node: the figures that it publishes, for another machine; they show the order of magnitude.';

type Rows = readonly (readonly string[])[];

/** Returns rows of a table; the first row is the head. */
export function addedRows(figures: readonly AdapterFigures[]): Rows {
  const names = figures[0]?.adapters.map(({ name }) => name) ?? [];
  return [
    ['mix', ...names, 'fetch API'],
    ...figures.map(({ mix, adapters, fetchPlatform }) => [
      mix,
      ...[...adapters.map(({ added }) => added), fetchPlatform].map(formatAdded),
    ]),
  ];
}

export function togetherRows(figures: readonly AdapterFigures[]): Rows {
  return [
    ['mix', 'rules', 'rules and adapter', 'coraza-node, published for another machine'],
    ...figures.map(({ mix, rules, together }) => {
      const published = PUBLISHED[mix];
      return [
        mix,
        formatTime(rules),
        formatTime(together),
        published === undefined ? '' : formatTime(published),
      ];
    }),
  ];
}

export function showAdapters(figures: readonly AdapterFigures[]): string {
  const [added, together] = [addedRows(figures), togetherRows(figures)].map(formatTable);
  return ['\nAdapters', ADDED, added, '', TOGETHER, together].join('\n');
}

/** Formats an added time, which may be negative when it is less than the noise of the measurement. */
function formatAdded(microseconds: number): string {
  return `${microseconds.toFixed(1)} us`;
}
