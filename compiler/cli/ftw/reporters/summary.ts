/** Formats the tests that did not pass, and the number of tests of each kind. */
import { shownText } from '../../inspection/shown-text.ts';
import { countOfKind, type FtwRecord } from '../ftw-record.ts';
import type { FtwFailure } from '../ftw-types.ts';
import { setUpLines } from './set-up.ts';

/**
 * Returns a line for every skipped test, a paragraph for every failure and the closing line
 * `N passed, N failed, N skipped`, without a line end after it.
 */
export function formatRecords(records: readonly FtwRecord[]): string {
  const skips = records.flatMap(({ id, kind, reason }) =>
    kind === 'skipped' ? [`SKIP ${id}: ${reason}`] : [],
  );
  return [...skips, ...formatFailures(records), ...setUpLines(records), closingLine(records)].join(
    '\n',
  );
}

export function closingLine(records: readonly FtwRecord[]): string {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((kind) =>
    countOfKind(records, kind),
  );
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

export function formatFailures(records: readonly FtwRecord[]): readonly string[] {
  return records.flatMap((record) =>
    record.failure === undefined ? [] : [`FAIL ${titleOf(record)}`, ...detailsOf(record), ''],
  );
}

/** Returns the title of a failure, such as `942100-1 stage 2: Not in the log: 942100.` */
export function titleOf({ id, failure }: FtwRecord): string {
  if (failure === undefined) return id;
  const where = failure.stageCount > 1 ? ` stage ${failure.stage}` : '';
  return `${id}${where}: ${failure.reason}`;
}

/** Returns lines with the file, the request, the ids, and how much of each missing rule matched. */
export function detailsOf({ file, failure }: FtwRecord): readonly string[] {
  if (failure === undefined) return [];
  return [
    `  ${file}`,
    ...requestLines(failure),
    `  expected ids: ${listed(failure.expectIds)}`,
    `  found ids: ${listed(failure.foundIds)}`,
    ...failure.closest.map((line) => `  ${line}`),
  ];
}

const SHOWN = 1000;

function requestLines({ request }: FtwFailure): readonly string[] {
  const [head = '', ...rest] = request.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const more = body.length > SHOWN ? [`  > ... ${body.length - SHOWN} bytes more`] : [];
  return [
    ...head.split('\r\n').map((line) => `  > ${shownText(line)}`),
    ...(body === '' ? [] : ['  >', `  > ${shownText(body.slice(0, SHOWN))}`, ...more]),
  ];
}

function listed(ids: readonly number[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ');
}
