/** The decoded raw body of a form: it was joined from its decoded arguments, so a long one need not be decoded once more. */
import type { BodyVariables } from '../body/body-variables.ts';
import { byteClassesOf, type ClassBounds } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { InternedValue } from '../collections/entry.ts';
import type { Transformation } from '../transformations/transformation.ts';
import { urlDecode } from '../transformations/url-decode.ts';
import { urlDecodeUni } from '../transformations/url-decode-uni.ts';

export type BodyHolder = {
  readonly body: BodyVariables;
  readonly text: (value: ByteString) => InternedValue;
};

/** What separates arguments, and may be in no name or value. */
const SEPARATORS = byteClassesOf('&=');
/** Arguments up to which their byte classes are united, most of which are known. */
const FEW = 16;

/** Returns the result of the transformation, and what is known of its byte classes; undefined: it must be computed. */
export function decodedBody(
  { body: { raw, decoded, pairs }, text: textOf }: BodyHolder,
  value: ByteString,
  apply: Transformation,
): { readonly value: ByteString; readonly bounds: ClassBounds | undefined } | undefined {
  if (decoded === undefined || value.length !== raw.length || value !== raw) return undefined;
  if (apply !== urlDecodeUni && apply !== urlDecode) return undefined;
  if (pairs.length > FEW) return { value: decoded, bounds: undefined };
  const certain = pairs.flat().reduce((all, part) => all | textOf(part).byteClasses, 0);
  return { value: decoded, bounds: { certain, possible: certain | SEPARATORS } };
}
