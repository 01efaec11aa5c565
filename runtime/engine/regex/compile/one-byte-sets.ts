/** The sets of one byte, or of one letter in either case: shared objects, since expressions are mostly letters. */
import { type ByteSet, foldCase } from './byte-set.ts';

/** Built for the first expression: few modules compile any at run time. */
let single: readonly ByteSet[] = [];
let folded: readonly ByteSet[] = [];

export function oneByteSets(ignoreCase: boolean): readonly ByteSet[] {
  if (single.length === 0) {
    single = Array.from({ length: 256 }, (_, byte): ByteSet => [[byte, byte]]);
    folded = single.map(foldCase);
  }
  return ignoreCase ? folded : single;
}
