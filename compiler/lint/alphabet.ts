/** Computes which bytes a value can contain after its transformations, with the engine's own functions. */
import { type ByteSet, bytesOf, membersOf } from '#engine/regex/compile/byte-set.ts';
import { transform } from '../3-specialize/transform.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';
import { memoizeByKey } from '../memoize.ts';

const DIGITS = bytesOf('0123456789');
const ANY: ByteSet = [[0, 255]];

/** Returns the bytes that `name` can produce from values made of `bytes`. */
export function image(bytes: ByteSet, name: TransformationName): ByteSet {
  switch (transformationRecord(name).result) {
    case 'part':
      return bytes;
    case 'digits':
      return DIGITS;
    case 'bytewise': {
      const produced = membersOf(bytes).map((byte) => transform(String.fromCharCode(byte), [name]));
      return bytesOf(produced.join(''));
    }
    default:
      return ANY;
  }
}

/** Returns the bytes that any value can contain after all of `names`. */
export const alphabetOf = memoizeByKey(
  (names: readonly TransformationName[]): string => names.join(),
  (names): ByteSet => names.reduce(image, ANY),
);
