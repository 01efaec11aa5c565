/** Reads Content-Encoding (RFC 9110 section 8.4). */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';

/** Most codings of a body, each of which takes a pass over it. */
export const MOST_CODINGS = 5;

/** Why a body cannot be decoded, as rules read it in REQBODY_ERROR_MSG and RES_BODY_ERROR_MSG. */
export const CODING_PROBLEMS = {
  unknown: 'unknown Content-Encoding',
  broken: 'body is not in its Content-Encoding',
  tooLarge: 'too large after decoding',
} as const;

const NONE: readonly ByteString[] = [];

/**
 * Returns the codings in the order in which they were applied, in lower case, without `identity` and empty list members.
 * `values`: those of the header, in wire order.
 */
export function contentCodings(values: readonly ByteString[]): readonly ByteString[] {
  if (values.length === 0) return NONE;
  return values
    .flatMap((value) => value.split(','))
    .map((name) => lowerAscii(name.replace(/^[ \t]+|[ \t]+$/g, '')))
    .filter((name) => name !== '' && name !== 'identity');
}
