/** What people read after a run. */
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
    ...failure.requestHead.split('\r\n').map((line) => `  > ${printable(line)}`),
    `  expected ids: ${listed(failure.expectIds)}`,
    `  found ids: ${listed(failure.foundIds)}`,
    '',
  ];
}

function listed(ids: readonly number[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ');
}

/** Test requests hold escape sequences and other bytes that a terminal would obey. */
function printable(line: string): string {
  return line.replace(
    /[^ -~]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
