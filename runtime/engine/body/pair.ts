import type { ByteString } from '../bytes/byte-string.ts';

/**
 * One argument, cookie or part header. Lists of pairs keep wire order and every duplicate, even of names that differ
 * only in case: losing one of them is a bypass (docs/spec/body-processors.md#forms, #json).
 */
export type Pair = readonly [name: ByteString, value: ByteString];
