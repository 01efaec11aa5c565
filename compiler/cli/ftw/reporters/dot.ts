/** Prints a character for every test, then the failures. */
import type { FtwRecord } from '../ftw-record.ts';
import { closingLine, formatFailures } from './summary.ts';

const CHARS = { passed: '.', skipped: '-', failed: 'F' } as const;
const WIDTH = 80;

export function formatDot(records: readonly FtwRecord[]): string {
  const chars = records.map(({ kind }) => CHARS[kind]).join('');
  const rows = chars.match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? [];
  return `${[...rows, ...formatFailures(records), closingLine(records)].join('\n')}\n`;
}
