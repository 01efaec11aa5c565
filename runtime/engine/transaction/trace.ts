/**
 * Records what rules do in the transaction that they run in. Only modules that are compiled with traces call these
 * functions (4-emit/emit-trace.ts); other modules do not contain them.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Entry, InternedValue } from '../collections/entry.ts';
import type { Exclusion } from '../collections/select.ts';
import type { RuleInfo } from '../host/rule-info.ts';
import type { TraceEvent } from '../host/trace-event.ts';
import type { Tx } from './tx.ts';

/** A text that the prefilter has checked, and the entry it comes from. */
export type CheckedText = { readonly entry: Entry; readonly text: InternedValue };

/** Limit of events of one transaction for the debug log: the product of rules and values has no other bound. */
const MOST_EVENTS = 100_000;
/** SecDebugLogLevel from which events are recorded. */
const EVERYTHING = 9;

/** Records that the rule is removed. Returns false, the result of the rule. */
export function traceRemoved(tx: Tx, rule: RuleInfo): false {
  add(tx, { kind: 'Removed', rule });
  return false;
}

/** Records that the prefilter skipped the rule. Returns false, the result of the rule. */
export function tracePrefiltered(tx: Tx, rule: RuleInfo, checked: readonly CheckedText[]): false {
  add(tx, { kind: 'Prefiltered', rule });
  for (const { entry, text } of checked) traceSkipped(tx, 0, entry, text.value);
  return false;
}

export function traceRule(
  tx: Tx,
  rule: RuleInfo,
  tests: readonly string[],
  without: readonly Exclusion[] = [],
): void {
  add(tx, { kind: 'Evaluated', rule, tests, without: [...without] });
}

/**
 * Records a test. Returns the operator's `result` unchanged: a boolean, or captures that are undefined when nothing
 * matches.
 */
export function traceTest<Result>(
  tx: Tx,
  link: number,
  entry: Entry,
  after: ByteString,
  negated: boolean,
  result: Result,
): Result {
  const matches = (result !== false && result !== undefined) !== negated;
  addTested(tx, link, entry, after, matches ? 'match' : 'no match', negated);
  return result;
}

/** Records that the operator was skipped because the value lacks what every match contains. */
export function traceSkipped(tx: Tx, link: number, entry: Entry, after: ByteString): void {
  addTested(tx, link, entry, after, 'prefiltered', false);
}

export function traceMatch(tx: Tx): void {
  add(tx, { kind: 'Matched' });
}

function addTested(
  tx: Tx,
  link: number,
  { variable, key, text }: Entry,
  after: ByteString,
  result: 'match' | 'no match' | 'prefiltered',
  negated: boolean,
): void {
  add(tx, { kind: 'Tested', link, variable, key, before: text.value, after, result, negated });
}

function add(tx: Tx, event: TraceEvent): void {
  const isUnbounded = tx.services.traceAll === true;
  if (!isUnbounded && tx.controls.debugLogLevel < EVERYTHING) return;
  tx.trace ??= [];
  const { length } = tx.trace;
  if (isUnbounded || length < MOST_EVENTS) tx.trace.push(event);
  else if (length === MOST_EVENTS) tx.trace.push({ kind: 'Truncated' });
}
