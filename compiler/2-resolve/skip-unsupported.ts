/** Finds rules that `--skip-unsupported` leaves out: their only error is that a feature is not supported. */
import type { Diagnostic } from '../diagnostics.ts';

/** Codes of features that are refused by design, whatever their arguments are. */
const REFUSALS: ReadonlySet<string> = new Set([
  'refused-action',
  'refused-ctl',
  'refused-directive',
  'refused-operator',
  'refused-variable',
]);

/**
 * Returns the first refusal among the findings of a rule; undefined when there is none, or when there are other errors.
 */
export function refusalOf(list: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = list.filter(({ severity }) => severity === 'error');
  return errors.every(({ code }) => REFUSALS.has(code)) ? errors[0] : undefined;
}
