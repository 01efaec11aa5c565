/** All operators, one record for each name. */
import { byLowerName } from '../name-record.ts';
import { checks } from './checks.ts';
import { comparisons } from './comparisons.ts';
import type { OperatorRecord } from './record.ts';
import { texts } from './texts.ts';

export type { ArgumentKind, OperatorFunction } from './record.ts';
export { refusedOperators, skippedOperators } from './unsupported.ts';

/** The record with its name as reports and logs spell it. */
export type Operator = OperatorRecord & { readonly name: string };

/**
 * By name in lower case, because ModSecurity compares operator names without case
 * (docs/spec/seclang-syntax.md#operators).
 */
export const operators: ReadonlyMap<string, Operator> = byLowerName({
  ...checks,
  ...comparisons,
  ...texts,
});
