/** setvar, setenv, expirevar, deprecatevar (docs/spec/seclang-evaluation.md#setvar). */
import type { ByteString } from '../bytes/byte-string.ts';
import { WHOLE_NUMBER } from '../collections/changed-value.ts';
import type { VariableStore } from '../collections/variable-store.ts';
import type { Tx } from '../transaction/tx.ts';

/** setvar:tx.name=value */
export function setVariable(store: VariableStore, name: ByteString, value: ByteString): void {
  store.set(name, value);
}

/** setvar:!tx.name */
export function unsetVariable(store: VariableStore, name: ByteString): void {
  store.delete(name);
}

/**
 * setvar:tx.name=+value, as in Coraza: "" counts as 0, an unresolved `tx.` macro changes nothing, other text is
 * stored as written, and a current value that is not a number stays.
 */
export function addToVariable(store: VariableStore, name: ByteString, value: ByteString): void {
  store.add(name, value, 1);
}

/** setvar:tx.name=-value, by the same rules. */
export function subtractFromVariable(
  store: VariableStore,
  name: ByteString,
  value: ByteString,
): void {
  store.add(name, value, -1);
}

/** setenv:NAME=value sets ENV:NAME for this transaction; the process environment does not change. */
export function setEnv(tx: Tx, name: ByteString, value: ByteString): void {
  tx.env.set(name, value);
}

/** expirevar:ip.name=seconds */
export function expireVariable(
  tx: Tx,
  store: VariableStore,
  name: ByteString,
  seconds: ByteString,
): void {
  if (!WHOLE_NUMBER.test(seconds)) return;
  store.expireAt(name, tx.startedAt + Number(seconds) * 1000);
}

/**
 * deprecatevar:ip.score=amount/seconds subtracts `amount` for every `seconds` that have passed, never below 0.
 * ModSecurity 2 counts from the last update of the collection, so a counter that every request raises never
 * decreases; here each variable records the time up to which it has been decreased.
 */
export function deprecateVariable(
  tx: Tx,
  store: VariableStore,
  name: ByteString,
  amount: number,
  seconds: number,
): void {
  const current = store.get(name) ?? '';
  if (!WHOLE_NUMBER.test(current)) return;
  const until = store.deprecatedUntil(name);
  const lastUpdate = Number(store.get('last_update_time') ?? tx.startedAt / 1000) * 1000;
  const since = until ?? lastUpdate;
  const times = Math.max(0, Math.floor((tx.startedAt - since) / (seconds * 1000)));
  if (times === 0 && until !== undefined) return;
  const value = String(Math.max(0, Number(current) - times * amount));
  store.deprecate(name, { value, until: since + times * seconds * 1000, amount, seconds });
}
