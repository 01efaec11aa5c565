import type { ByteString } from '../bytes/byte-string.ts';

/**
 * A `t:` function. Total: never throws, whatever the bytes. It returns the very same string when it
 * changes nothing, so that callers can compare with `===` (multiMatch, shared results).
 */
export type Transformation = (value: ByteString) => ByteString;
