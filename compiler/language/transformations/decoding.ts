/** Transformations that decode: their result may have bytes that the value did not have. */
import type { TransformationRecords } from './record.ts';

const URL_ESCAPES = [
  { from: '%', bytes: undefined },
  { from: '+', bytes: ' ' },
] as const;

export const decoding = {
  base64Decode: {
    documentation: 'Decodes Base64 up to the first byte that is none.',
    differs: 'Never fails: stops at the first byte outside the alphabet, as in Coraza.',
    decodes: true,
  },
  base64DecodeExt: {
    documentation: 'Decodes Base64 and passes over bytes that are none.',
    decodes: true,
  },
  cssDecode: {
    documentation: 'Decodes the escapes of CSS 2.',
    differs: 'One byte for each escape, as in ModSecurity; UTF-8 in Coraza.',
    changes: { bytes: '\\' },
    decodes: true,
  },
  escapeSeqDecode: {
    documentation: 'Decodes the escapes of ANSI C: \\n, \\x41, \\101.',
    differs: 'Octal modulo 256, as in ModSecurity; Coraza gives FF.',
    changes: { bytes: '\\' },
    decodes: true,
  },
  hexDecode: {
    documentation: 'Decodes pairs of hexadecimal digits.',
    differs:
      'Decodes pair by pair, as in ModSecurity; Coraza leaves the value whole when one char is no digit.',
    decodes: true,
  },
  htmlEntityDecode: {
    documentation: 'Decodes HTML entities: &lt;, &#60;, &#x3c;.',
    differs:
      'All names of ASCII characters; numbers to FF are one byte, above UTF-8. Coraza knows all names of HTML and always gives UTF-8.',
    changes: { bytes: '&' },
    decodes: true,
  },
  jsDecode: {
    documentation: 'Decodes the escapes of JavaScript: \\x3c, \\u003c, \\n.',
    differs: 'With octal escapes, as in ModSecurity; Coraza breaks them.',
    changes: { bytes: '\\' },
    decodes: true,
  },
  sqlHexDecode: {
    documentation: 'Decodes SQL hexadecimal literals: 0x414243.',
    decodes: true,
  },
  urlDecode: {
    documentation: 'Decodes %41 and makes + a space.',
    changes: { bytes: '%+' },
    adds: URL_ESCAPES,
    decodes: true,
  },
  urlDecodeUni: {
    documentation: 'As urlDecode, and decodes %u0041 too, full-width letters as their plain ones.',
    differs:
      'Fits all characters of code page 20127 to ASCII, %u00a0 to %u00ff included, as ModSecurity does with the map file of its recommended configuration; other pages by SecUnicodeMapFile. %u3002 and %uff61 are dots. Coraza 3.8 has page 20127 only.',
    changes: { bytes: '%+' },
    adds: URL_ESCAPES,
    decodes: true,
  },
} satisfies TransformationRecords;
