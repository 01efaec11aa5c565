/** What people read after a run. */
import { shownText } from '../run/shown-text.ts';
import type { FtwResult, FtwSummary } from './ftw-types.ts';

/**
 * A line for every skipped test, a paragraph for every failure and the closing line
 * `N passed, N failed, N skipped`; line ends inside only.
 */
export function formatSummary(summary: FtwSummary): string {
  const { results, passed, failed, skipped } = summary;
  const closing = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return [...results.flatMap(formatSkip), ...results.flatMap(formatFailure), closing].join('\n');
}

function formatSkip(result: FtwResult): readonly string[] {
  return result.kind === 'skipped' ? [`SKIP ${result.test.id}: ${result.reason}`] : [];
}

function formatFailure(result: FtwResult): readonly string[] {
  if (result.kind !== 'failed') return [];
  const { test, failure } = result;
  const where = test.stages.length > 1 ? ` stage ${failure.stage}` : '';
  return [
    `FAIL ${test.id}${where}: ${failure.reason}`,
    `  ${test.file}`,
    ...failure.requestHead.split('\r\n').map((line) => `  > ${shownText(line)}`),
    `  expected ids: ${listed(failure.expectIds)}`,
    `  found ids: ${listed(failure.foundIds)}`,
    '',
  ];
}

function listed(ids: readonly number[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ');
}
