/** Percent-decoding of request targets and urlencoded bodies: `%HH` becomes a byte, malformed escapes stay. */
import type { ByteString } from '../bytes/byte-string.ts';
import { decodePercents } from '../transformations/decode-percents.ts';

const TARGET = { plus: false, bestFit: undefined };
const PLUS_OR_PERCENT = { plus: true, bestFit: undefined };

/** Decodes `%HH` once; everything else, malformed escapes included, stays. */
export function decodePercent(text: ByteString): ByteString {
  return decodePercents(text, TARGET);
}

/** Decodes a name or value of a form: like `decodePercent`, and `+` becomes a blank. */
export function decodeFormComponent(text: ByteString): ByteString {
  return decodePercents(text, PLUS_OR_PERCENT);
}

/** Returns whether some `%` is not followed by two hexadecimal digits. */
export function hasInvalidPercent(text: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}
