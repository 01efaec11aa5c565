/** Character classes of the C locale, by char code; NaN (after the end) is in no class. */
import type { ByteString } from '../bytes/byte-string.ts';

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Returns 0 to 15, or -1 when the char is no hexadecimal digit. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/** The results of `hexDigit` by char code. */
export const hexDigits = Int8Array.from({ length: 256 }, (_, code) => hexDigit(code));

/** Returns the byte of two hexadecimal digits at `at`, or a negative number. */
export function hexByteAt(value: ByteString, at: number): number {
  const high = hexDigits[value.charCodeAt(at) & 0xff] ?? -1;
  const low = hexDigits[value.charCodeAt(at + 1) & 0xff] ?? -1;
  return (high << 4) | low;
}

/** Returns the number of four hexadecimal digits at `at`, or a negative number. */
export function hexWordAt(value: ByteString, at: number): number {
  return (hexByteAt(value, at) << 8) | hexByteAt(value, at + 2);
}

/** Returns how many octal digits begin at `at`: 0 to 3. */
export function octalLength(value: ByteString, at: number): number {
  let length = 0;
  while (length < 3 && isOctalDigit(value.charCodeAt(at + length))) length += 1;
  return length;
}

/** Returns the number of `count` octal digits at `at`, which the caller has counted. */
export function octalNumberAt(value: ByteString, at: number, count: number): number {
  let number = 0;
  for (let offset = 0; offset < count; offset++) {
    number = number * 8 + value.charCodeAt(at + offset) - 0x30;
  }
  return number;
}

function isOctalDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x37;
}
