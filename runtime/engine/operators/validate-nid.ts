/** @validateNid: national identity numbers of Chile and of the United States, as in Coraza. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { captureNumbers, digitsIn, hasNumber, type SpanMatcher } from './identity-number.ts';
import type { Parsed } from './parsed.ts';
import { isUsSsn } from './us-ssn.ts';

/** `us` or `cl`, and the expression that finds candidates. */
export type NidArgument = { readonly country: Country; readonly find: SpanMatcher };

export type NidPattern = {
  readonly country: Country;
  /** The expression as written, and its char index in the argument. */
  readonly pattern: string;
  readonly index: number;
};

type Country = 'cl' | 'us';

const CHECKS = { cl: isChileanRut, us: isUsNid } as const;

/** TX.0 to TX.9. */
const MOST_CAPTURES = 10;

/**
 * Returns true when the expression finds a valid number. Coraza checks ten candidates only, so invalid numbers in
 * front of a valid one would hide it.
 */
export function validateNid(value: ByteString, argument: NidArgument): boolean {
  return hasNumber(value, argument.find, CHECKS[argument.country]);
}

/** Returns the first ten valid numbers, with their separators; undefined: none. */
export function validateNidCaptures(
  value: ByteString,
  { country, find }: NidArgument,
): readonly ByteString[] | undefined {
  return captureNumbers(value, find, CHECKS[country], MOST_CAPTURES);
}

/** Parses `cl EXPRESSION` or `us EXPRESSION`; the expression itself is not checked here. */
export function parseNidArgument(argument: string): Parsed<NidPattern> {
  const [head = '', country, pattern = ''] = /^([a-z]+) +(\S[\s\S]*)$/.exec(argument) ?? [];
  if (country === 'cl' || country === 'us') {
    return { kind: 'Ok', value: { country, pattern, index: head.length - pattern.length } };
  }
  const message = 'The argument is a country, "cl" or "us", a blank, and a regular expression.';
  return { kind: 'Error', message, index: 0 };
}

/** Returns whether there are at least nine digits, the first nine of which are a social security number. */
function isUsNid(value: ByteString, start: number, end: number): boolean {
  const digits = digitsIn(value, start, end);
  return digits.length >= 9 && isUsSsn(digits);
}

/** Returns whether the check character is right: weights 2 to 7 repeat from the right, modulo 11; 10 is written `k`. */
function isChileanRut(value: ByteString, start: number, end: number): boolean {
  if (end - start < 8) return false;
  const text = lowerAscii(value.slice(start, end)).replace(/[^0-9k]+/g, '');
  const body = text.slice(0, -1);
  if (body === '' || body.includes('k')) return false;
  let sum = 0;
  for (let position = 0; position < body.length; position += 1) {
    sum += Number(body[body.length - 1 - position]) * (2 + (position % 6));
  }
  return text.at(-1) === '0123456789k'[(11 - (sum % 11)) % 11];
}
