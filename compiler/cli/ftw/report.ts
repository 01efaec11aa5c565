/** Formats the summary of a run for people. */
import { recordOf } from './ftw-record.ts';
import type { FtwSummary } from './ftw-types.ts';
import { formatRecords } from './reporters/summary.ts';

export function formatSummary({ results }: FtwSummary): string {
  return formatRecords(results.map(recordOf));
}
