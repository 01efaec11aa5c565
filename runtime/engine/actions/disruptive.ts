/**
 * Disruptive actions (docs/spec/seclang-evaluation.md#disruptive-actions). The engine mode decides whether they end
 * the transaction.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Tx } from '../transaction/tx.ts';

export function deny(tx: Tx, ruleId: number, status: number): void {
  tx.interrupt({ kind: 'deny', ruleId, status });
}

export function drop(tx: Tx, ruleId: number, status: number): void {
  tx.interrupt({ kind: 'drop', ruleId, status });
}

/**
 * Redirects. Control characters are removed from the location, because line ends would split the response head;
 * blanks become %20.
 */
export function redirect(tx: Tx, ruleId: number, status: number, location: ByteString): void {
  const safe = location.replace(/[\0-\x20\x7f]+/g, (run) => (/^ +$/.test(run) ? '%20' : ''));
  tx.interrupt({ kind: 'redirect', ruleId, status, location: safe });
}

export function allow(tx: Tx, scope: 'all' | 'phase' | 'request'): void {
  tx.allow(scope);
}
