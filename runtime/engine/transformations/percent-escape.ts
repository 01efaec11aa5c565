/** One escape of percent-encoding: `%HH`, and `%uHHHH` of IIS. */
import type { ByteString } from '../bytes/byte-string.ts';
import { hexByteAt, hexWordAt } from './ascii.ts';
import type { BestFit } from './best-fit.ts';
import { lowByte } from './code-points.ts';

export const PERCENT = 0x25;
const CASE_BIT = 0x20;
const LETTER_U = 0x75;

/** Returns the byte of the escape whose `%` is before `at`; negative: no escape. */
export function escapedByte(value: ByteString, at: number, bestFit: BestFit | undefined): number {
  const byte = hexByteAt(value, at);
  if (byte >= 0 || bestFit === undefined || !isUnicodeEscape(value, at)) return byte;
  const code = hexWordAt(value, at + 1);
  return code < 0 ? code : (bestFit.get(code) ?? lowByte(code));
}

/** Returns the length of an escape without its `%`. */
export function escapeLength(value: ByteString, at: number): number {
  return isUnicodeEscape(value, at) ? 5 : 2;
}

/** `u` is not a hexadecimal digit, so it identifies the escape of IIS. */
function isUnicodeEscape(value: ByteString, at: number): boolean {
  return (value.charCodeAt(at) | CASE_BIT) === LETTER_U;
}
