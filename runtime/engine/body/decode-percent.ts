/** Percent-decoding of request targets and urlencoded bodies: `%HH` is a byte, malformed ones stay. */
import type { ByteString } from '../byte-string.ts';
import { decodeEscapes } from '../transformations/decode-escapes.ts';
import { readPercent, urlDecode } from '../transformations/url-decode.ts';

/** `%HH` decoded once; everything else, malformed escapes included, is kept. */
export function decodePercent(text: ByteString): ByteString {
  return decodeEscapes(text, '%', readPercent);
}

/** As `decodePercent`, and `+` is a blank: a name or value of a form. */
export const decodeFormComponent = urlDecode;

/** True when some `%` is not followed by two hexadecimal digits. */
export function hasInvalidPercent(text: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}
