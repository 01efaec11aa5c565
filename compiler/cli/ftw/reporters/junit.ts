/** Prints tests as JUnit XML, with one suite for each file. */
import { type JunitCase, junitXml } from '../../output/junit.ts';
import type { FtwRecord } from '../ftw-record.ts';
import { detailsOf, titleOf } from './summary.ts';

export function formatJunit(records: readonly FtwRecord[]): string {
  const files = [...new Set(records.map(({ file }) => file))];
  return junitXml(
    'portcullis test',
    files.map((name) => ({
      name,
      cases: records.filter(({ file }) => file === name).map(caseOf),
    })),
  );
}

function caseOf(record: FtwRecord): JunitCase {
  const { id: name, kind, reason = '' } = record;
  if (kind === 'passed') return { name, failures: [] };
  if (kind === 'skipped') return { name, skipped: reason, failures: [] };
  return { name, failures: [{ message: titleOf(record), details: detailsOf(record).join('\n') }] };
}
