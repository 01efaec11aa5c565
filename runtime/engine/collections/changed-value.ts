/** Arithmetic of setvar. */
import type { ByteString } from '../bytes/byte-string.ts';

export const WHOLE_NUMBER = /^[+-]?\d{1,18}$/;

/** Returns the result of `=+value` or `=-value` on a variable, "" for an unset one; undefined: it does not change. */
export function changedValue(
  current: ByteString,
  value: ByteString,
  sign: 1 | -1,
): number | ByteString | undefined {
  if (value !== '' && !WHOLE_NUMBER.test(value)) {
    return /^tx\./i.test(value) ? undefined : `${sign === 1 ? '+' : '-'}${value}`;
  }
  if (current !== '' && !WHOLE_NUMBER.test(current)) return undefined;
  return Number(current) + sign * Number(value);
}
