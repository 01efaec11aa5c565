/** Which bytes a value can still hold behind its transformations; asked of the engine's own functions. */

import { type ByteSet, bytesOf, membersOf } from '../../runtime/engine/regex/compile/byte-set.ts';
import { transform } from '../3-specialize/transform.ts';
import type { TransformationName } from '../language/transformations.ts';
import { memoizeByKey } from '../memoize.ts';

/** These change each byte by itself: what they make of single bytes is all that they make. */
const BYTEWISE: ReadonlySet<TransformationName> = new Set<TransformationName>([
  'cmdLine',
  'compressWhitespace',
  'hexEncode',
  'lowercase',
  'parityZero7bit',
  'removeNulls',
  'removeWhitespace',
  'replaceNulls',
  'uppercase',
  'urlEncode',
]);

/** These only take away. */
const CUTTING: ReadonlySet<TransformationName> = new Set<TransformationName>([
  'removeComments',
  'removeCommentsChar',
  'trim',
  'trimLeft',
  'trimRight',
]);

const DIGITS = bytesOf('0123456789');
const ANY: ByteSet = [[0, 255]];

/** The bytes that `name` can give for values made of `bytes`. */
export function image(bytes: ByteSet, name: TransformationName): ByteSet {
  if (CUTTING.has(name)) return bytes;
  if (name === 'length') return DIGITS;
  if (!BYTEWISE.has(name)) return ANY;
  const produced = membersOf(bytes).map((byte) => transform(String.fromCharCode(byte), [name]));
  return bytesOf(produced.join(''));
}

/** The bytes of any value behind all of `names`. */
export const alphabetOf = memoizeByKey(
  (names: readonly TransformationName[]): string => names.join(),
  (names): ByteSet => names.reduce(image, ANY),
);
