/** What `logdata` quotes of a match: the beginnings of long texts, as logs show no more. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { VariableStore } from '../collections/variable-store.ts';
import { MOST_QUOTED_BYTES } from '../host/message-limits.ts';

/** Returns `%{MATCHED_VAR}`. */
export function quotedValue(value: ByteString): ByteString {
  return value.slice(0, MOST_QUOTED_BYTES);
}

/** Returns `%{tx.0}` to `%{tx.9}`; "" for an unset one. */
export function quotedCapture(store: VariableStore, key: ByteString): ByteString {
  return store.getBeginning(key, MOST_QUOTED_BYTES) ?? '';
}
