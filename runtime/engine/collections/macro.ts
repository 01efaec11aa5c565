/** `%{...}` at run time: the first value of a collection, or the macro's own text when there is none. */
import { type ByteString, equalsLowered } from '../bytes/byte-string.ts';
import type { Entry } from './entry.ts';
import type { VariableStore } from './variable-store.ts';

/** Returns `%{REQUEST_HEADERS.host}`; `key` is in lower case. */
export function keyedValue(
  entries: readonly Entry[],
  key: ByteString,
  otherwise: ByteString,
): ByteString {
  for (const entry of entries) if (equalsLowered(entry.key, key)) return entry.text.value;
  return otherwise;
}

/** Returns `%{REQUEST_LINE}`. */
export function firstValue(entries: readonly Entry[], otherwise: ByteString): ByteString {
  return entries[0]?.text.value ?? otherwise;
}

/** Returns `%{tx.name}`: for an unset name the macro's own text (as in Coraza), for unset captures TX.0 to TX.9 "". */
export function storedValue(
  store: VariableStore,
  key: ByteString,
  otherwise: ByteString,
): ByteString {
  return store.get(key) ?? (/^\d$/.test(key) ? '' : otherwise);
}
