/** Operators that recognise a kind of value: injections, encodings, national numbers. */
import type { OperatorRecords } from './record.ts';

/**
 * A value of letters, digits and underscores alone is never an injection; a test tries all words that libinjection has
 * for SQL.
 */
const NO_WORD = bytesLike(/\W/);

export const checks: OperatorRecords = {
  detectSQLi: {
    documentation: 'The value is SQL injection according to libinjection; TX.0 is its fingerprint.',
    engine: 'detectSqli',
    argument: 'none',
    captures: 'detectSqliCaptures',
    needs: NO_WORD,
    sharesPrefixes: true,
  },
  detectXSS: {
    documentation: 'The value is script injection (XSS) according to libinjection.',
    differs: 'TX.0 is the whole value, as in ModSecurity; Coraza captures nothing.',
    engine: 'detectXss',
    argument: 'none',
    captures: 'detectXssCaptures',
    needs: '<=',
    sharesPrefixes: true,
  },
  validateByteRange: {
    documentation: 'The value contains a byte outside all of the ranges.',
    differs: 'An invalid range is an error, as in Coraza; ModSecurity 3 ignores it.',
    engine: 'validateByteRange',
    argument: 'byteRange',
  },
  validateNid: {
    documentation:
      'The expression matches a national id number of the country with a valid check digit.',
    differs: 'Checks every match of the expression; Coraza checks ten.',
    engine: 'validateNid',
    argument: 'nationalId',
    captures: 'validateNidCaptures',
  },
  validateUrlEncoding: {
    documentation: 'The value contains a percent sign that is not part of a valid escape.',
    engine: 'validateUrlEncoding',
    argument: 'none',
    needs: '%',
  },
  validateUtf8Encoding: {
    documentation: 'The value is not valid UTF-8.',
    engine: 'validateUtf8Encoding',
    argument: 'none',
    needs: bytesLike(/[\x80-\xff]/),
  },
  verifyCC: {
    documentation: 'The expression matches a credit card number with a valid check digit.',
    engine: 'verifyCC',
    argument: 'check',
    captures: 'verifyCCCaptures',
  },
  verifyCPF: {
    documentation: 'The expression matches a Brazilian CPF number with valid check digits.',
    engine: 'verifyCPF',
    argument: 'check',
    captures: 'verifyCPFCaptures',
  },
  verifySSN: {
    documentation: 'The expression matches a possible US social security number.',
    engine: 'verifySSN',
    argument: 'check',
    captures: 'verifySSNCaptures',
  },
  verifySVNR: {
    documentation:
      'The expression matches an Austrian social insurance number with a valid check digit.',
    engine: 'verifySVNR',
    argument: 'check',
    captures: 'verifySVNRCaptures',
  },
};

function bytesLike(pattern: RegExp): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  return bytes.filter((byte) => pattern.test(byte)).join('');
}
