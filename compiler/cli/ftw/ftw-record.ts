/** The result of each test as plain data, which processes of one run exchange as JSON and scripts read. */
import type { FtwFailure, FtwResult } from './ftw-types.ts';

export type FtwRecord = {
  readonly id: string;
  readonly file: string;
  readonly kind: 'passed' | 'skipped' | 'failed';
  /** The reason of a skipped test. */
  readonly reason: string | undefined;
  readonly failure: FtwFailure | undefined;
};

export function recordOf(result: FtwResult): FtwRecord {
  const { id, file } = result.test;
  return {
    id,
    file,
    kind: result.kind,
    reason: result.kind === 'skipped' ? result.reason : undefined,
    failure: result.kind === 'failed' ? result.failure : undefined,
  };
}

export function countOfKind(records: readonly FtwRecord[], kind: FtwRecord['kind']): number {
  return records.filter((record) => record.kind === kind).length;
}
