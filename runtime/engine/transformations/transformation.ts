import type { ByteString } from '../bytes/byte-string.ts';

/**
 * A `t:` function. It never throws, for any bytes. It returns the same string when it changes nothing, so that
 * callers can compare with `===` (multiMatch, shared results).
 */
export type Transformation = (value: ByteString) => ByteString;
