/** Prints a line for every test, and after each failure its details. */
import type { FtwRecord } from '../ftw-record.ts';
import { closingLine, detailsOf, titleOf } from './summary.ts';

export function formatSpec(records: readonly FtwRecord[]): string {
  const lines = records.flatMap((record) => {
    if (record.kind === 'passed') return [`ok ${record.id}`];
    if (record.kind === 'skipped') return [`skipped ${record.id}: ${record.reason}`];
    return [`FAILED ${titleOf(record)}`, ...detailsOf(record)];
  });
  return `${[...lines, closingLine(records)].join('\n')}\n`;
}
