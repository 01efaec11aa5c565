/** Percent-decoding of request targets and urlencoded bodies: `%HH` is a byte, malformed ones stay. */
import type { ByteString } from '../byte-string.ts';
import { type Escape, replaceEscapes } from './replace-escapes.ts';

/** `%HH` decoded once; everything else, malformed escapes included, is kept. */
export function decodePercent(text: ByteString): ByteString {
  return replaceEscapes(text, '%', readByte);
}

/** As `decodePercent`, and `+` is a blank: a name or value of a form. */
export function decodeFormComponent(text: ByteString): ByteString {
  return decodePercent(replaceEscapes(text, '+', readPlus));
}

/** True when some `%` is not followed by two hexadecimal digits. */
export function hasInvalidPercent(text: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}

function readPlus(_text: ByteString, at: number): Escape {
  return { value: ' ', end: at + 1 };
}

function readByte(text: ByteString, at: number): Escape | undefined {
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  if (high === -1 || low === -1) return undefined;
  return { value: String.fromCharCode(high * 16 + low), end: at + 3 };
}

/** Value of the hexadecimal digit with this char code, or -1. NaN, past the end of a text, is -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
