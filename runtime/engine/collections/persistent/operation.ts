/**
 * An operation of a transaction on a persistent collection, which others can repeat on theirs. Counters change by an
 * amount, so that the counts of two concurrent transactions add up.
 */
import type { ByteString } from '../../bytes/byte-string.ts';
import { WHOLE_NUMBER } from '../changed-value.ts';
import { putVariable, removeVariable, type StoredVariables } from '../stored-variables.ts';

/** Names are in lower case. */
export type Operation =
  | { readonly kind: 'Set'; readonly name: ByteString; readonly value: ByteString }
  | { readonly kind: 'Add'; readonly name: ByteString; readonly amount: number }
  | { readonly kind: 'Delete'; readonly name: ByteString }
  | { readonly kind: 'Expire'; readonly name: ByteString; readonly milliseconds: number }
  | {
      readonly kind: 'Deprecate';
      readonly name: ByteString;
      readonly amount: number;
      readonly milliseconds: number;
    };

/** Applies an operation. `lastUpdate`: time of the collection's last update, in milliseconds like `now`. */
export function applyOperation(
  variables: StoredVariables,
  operation: Operation,
  lastUpdate: number,
  now: number,
): void {
  const { name } = operation;
  const known = variables.byName.get(name);
  switch (operation.kind) {
    case 'Set':
      putVariable(variables, name, operation.value);
      return;
    case 'Add': {
      const sum = addedValue(known?.value ?? '', operation.amount);
      if (sum !== undefined) putVariable(variables, name, sum);
      return;
    }
    case 'Delete':
      removeVariable(variables, name);
      return;
    case 'Expire':
      if (known === undefined) return;
      variables.byName.set(name, { ...known, expires: now + operation.milliseconds });
      return;
    case 'Deprecate': {
      if (known === undefined || !WHOLE_NUMBER.test(known.value)) return;
      const { amount, milliseconds } = operation;
      const since = known.deprecated ?? lastUpdate;
      const times = Math.max(0, Math.floor((now - since) / milliseconds));
      if (times === 0 && known.deprecated !== undefined) return;
      const value = String(Math.max(0, Number(known.value) - times * amount));
      const deprecated = since + times * milliseconds;
      variables.byName.set(name, { ...known, deprecated });
      putVariable(variables, name, value);
      return;
    }
  }
}

/** Returns the sum: counters of persistent collections do not go below 0. Undefined: the value is no number. */
export function addedValue(current: ByteString, amount: number): ByteString | undefined {
  if (current !== '' && !WHOLE_NUMBER.test(current)) return undefined;
  return String(Math.max(0, Number(current) + amount));
}
