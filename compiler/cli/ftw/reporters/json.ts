/** Prints the records of all tests as one JSON document. */
import { countOfKind, type FtwRecord } from '../ftw-record.ts';

export function formatJson(records: readonly FtwRecord[]): string {
  const document = {
    schemaVersion: 1,
    summary: {
      passed: countOfKind(records, 'passed'),
      failed: countOfKind(records, 'failed'),
      skipped: countOfKind(records, 'skipped'),
    },
    tests: records,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
