/** What `--skip-unsupported` leaves out: rules of which nothing else is wrong than that they are not supported. */
import type { Diagnostic } from '../diagnostics.ts';

/** What is known and refused by design, whatever its arguments are. */
const REFUSALS: ReadonlySet<string> = new Set([
  'refused-action',
  'refused-ctl',
  'refused-directive',
  'refused-operator',
  'refused-variable',
]);

/** The first refusal among the findings of a rule; undefined: it has none, or other errors as well. */
export function refusalOf(list: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = list.filter(({ severity }) => severity === 'error');
  return errors.every(({ code }) => REFUSALS.has(code)) ? errors[0] : undefined;
}
