/** `%{...}` at run time: the first value of a collection, or the text itself when there is none. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { Entry } from './entry.ts';
import type { VariableStore } from './variable-store.ts';

/** `%{REQUEST_HEADERS.host}`; `key` is in lower case. */
export function keyedValue(
  entries: readonly Entry[],
  key: ByteString,
  otherwise: ByteString,
): ByteString {
  for (const entry of entries) if (entry.foldedKey === key) return entry.text.value;
  return otherwise;
}

/** `%{REQUEST_LINE}` */
export function firstValue(entries: readonly Entry[], otherwise: ByteString): ByteString {
  return entries[0]?.text.value ?? otherwise;
}

/**
 * `%{tx.name}`. An unset name gives its own text (as Coraza); unset captures TX.0 to TX.9 give "".
 */
export function storedValue(
  store: VariableStore,
  key: ByteString,
  otherwise: ByteString,
): ByteString {
  return store.get(key) ?? (/^\d$/.test(lowerAscii(key)) ? '' : otherwise);
}
