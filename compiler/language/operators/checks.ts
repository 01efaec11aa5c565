/** Operators that recognise a kind of value: injections, encodings, national numbers. */
import type { OperatorRecords } from './record.ts';

/**
 * A value of letters, digits and underscores alone is never an injection; a test tries all words that libinjection has
 * for SQL.
 */
const NO_WORD = bytesLike(/\W/);

export const checks: OperatorRecords = {
  detectSQLi: {
    documentation: 'The value reads as SQL injection (libinjection); TX.0 holds its fingerprint.',
    engine: 'detectSqli',
    argument: 'none',
    captures: 'detectSqliCaptures',
    needs: NO_WORD,
  },
  detectXSS: {
    documentation: 'The value reads as script injection (libinjection).',
    differs: 'TX.0 is the whole value, as in ModSecurity; Coraza captures nothing.',
    engine: 'detectXss',
    argument: 'none',
    captures: 'detectXssCaptures',
    needs: '<=',
  },
  validateByteRange: {
    documentation: 'The value holds a byte that is in none of the ranges.',
    differs: 'A range that cannot be read is an error, as in Coraza; ModSecurity 3 drops it.',
    engine: 'validateByteRange',
    argument: 'byteRange',
  },
  validateNid: {
    documentation:
      'The expression finds a national id number of the country with a right check digit.',
    differs: 'Looks at every candidate; Coraza at ten.',
    engine: 'validateNid',
    argument: 'nationalId',
    captures: 'validateNidCaptures',
  },
  validateUrlEncoding: {
    documentation: 'The value holds a percent sign that encodes nothing.',
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
    documentation: 'The expression finds a credit card number with a right check digit.',
    engine: 'verifyCC',
    argument: 'check',
    captures: 'verifyCCCaptures',
  },
  verifyCPF: {
    documentation: 'The expression finds a Brazilian CPF number with right check digits.',
    engine: 'verifyCPF',
    argument: 'check',
    captures: 'verifyCPFCaptures',
  },
  verifySSN: {
    documentation: 'The expression finds a possible US social security number.',
    engine: 'verifySSN',
    argument: 'check',
    captures: 'verifySSNCaptures',
  },
  verifySVNR: {
    documentation:
      'The expression finds an Austrian social insurance number with a right check digit.',
    engine: 'verifySVNR',
    argument: 'check',
    captures: 'verifySVNRCaptures',
  },
};

function bytesLike(pattern: RegExp): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  return bytes.filter((byte) => pattern.test(byte)).join('');
}
