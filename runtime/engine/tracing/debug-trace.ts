/**
 * The debug log's level 9: what each rule looked at and what its operator said (docs/spec/logs.md#debug-log).
 * Only modules compiled for that level call these functions; the others do not know of them.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Entry } from '../collections/entry.ts';
import type { RuleInfo } from '../host/rule-info.ts';
import type { Tx } from '../transaction/tx.ts';
import type { DebugEvent } from './debug-event.ts';

/** Events of one transaction: rules times values has no bound of its own. */
const MOST_EVENTS = 100_000;
/** SecDebugLogLevel from which there are any. */
const EVERYTHING = 9;

export function debugRule(tx: Tx, rule: RuleInfo, tests: readonly string[]): void {
  add(tx, { kind: 'Rule', rule, tests });
}

/** Returns false, as the rule does. */
export function debugRemoved(tx: Tx, rule: RuleInfo): false {
  add(tx, { kind: 'Removed', rule });
  return false;
}

/** Returns `result` as it is: a verdict, or captures that are undefined where nothing matches. */
export function debugValue<Result>(
  tx: Tx,
  link: number,
  entry: Entry,
  value: ByteString,
  result: Result,
): Result {
  const { variable, key, text } = entry;
  const matches = result !== false && result !== undefined;
  add(tx, { kind: 'Value', link, variable, key, original: text.value, value, matches });
  return result;
}

export function debugMatch(tx: Tx): void {
  add(tx, { kind: 'Match' });
}

function add(tx: Tx, event: DebugEvent): void {
  if (tx.controls.debugLogLevel < EVERYTHING) return;
  tx.debugTrace ??= [];
  const { length } = tx.debugTrace;
  if (length <= MOST_EVENTS) tx.debugTrace.push(length === MOST_EVENTS ? { kind: 'Cut' } : event);
}
