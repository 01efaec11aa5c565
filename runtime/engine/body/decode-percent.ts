/** Percent-decoding of request targets and urlencoded bodies: `%HH` is a byte, malformed ones stay. */
import type { ByteString } from '../bytes/byte-string.ts';
import { decodePercents } from '../transformations/decode-percents.ts';

const TARGET = { plus: false, bestFit: undefined };
const PLUS_OR_PERCENT = { plus: true, bestFit: undefined };

/** `%HH` decoded once; everything else, malformed escapes included, stays. */
export function decodePercent(text: ByteString): ByteString {
  return decodePercents(text, TARGET);
}

/** As `decodePercent`, and `+` is a blank: a name or value of a form. */
export function decodeFormComponent(text: ByteString): ByteString {
  return decodePercents(text, PLUS_OR_PERCENT);
}

/** True when some `%` is not followed by two hexadecimal digits. */
export function hasInvalidPercent(text: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}
