import type { ByteString } from '../bytes/byte-string.ts';

/**
 * One argument, cookie or part header. Lists of pairs keep wire order and every duplicate, names that
 * differ only in case included: losing one of them is a bypass (spec/seclang.md 4.2, 4.3).
 */
export type Pair = readonly [name: ByteString, value: ByteString];
