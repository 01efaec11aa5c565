/** Transformations that decode: their result may have bytes that the value did not have. */
import type { TransformationRecords } from './record.ts';

const URL_ESCAPES = [
  { from: '%', bytes: undefined },
  { from: '+', bytes: ' ' },
] as const;

export const decoding = {
  base64Decode: {
    documentation: 'Decodes Base64 up to the first byte outside the alphabet.',
    differs: 'Never fails: stops at the first byte outside the alphabet, as in Coraza.',
    preview: 'base64Classes',
    decodes: true,
  },
  base64DecodeExt: {
    documentation: 'Decodes Base64 and ignores bytes outside the alphabet.',
    differs: 'Ignores = within the value, as ModSecurity; decodes - and _ as + and /, as Coraza.',
    decodes: true,
  },
  cssDecode: {
    documentation: 'Decodes the escapes of CSS 2.',
    differs: 'Decodes each escape to one byte, as in ModSecurity; Coraza decodes to UTF-8.',
    changes: { bytes: '\\' },
    decodes: true,
  },
  escapeSeqDecode: {
    documentation: 'Decodes the escapes of ANSI C: \\n, \\x41, \\101.',
    changes: { bytes: '\\' },
    decodes: true,
  },
  hexDecode: {
    documentation: 'Decodes pairs of hexadecimal digits.',
    differs:
      'Decodes pair by pair, as in ModSecurity; Coraza leaves the whole value unchanged if one character is not a digit.',
    decodes: true,
  },
  htmlEntityDecode: {
    documentation: 'Decodes HTML entities: &lt;, &#60;, &#x3c;.',
    differs:
      'Decodes all names of ASCII characters. Numbers up to FF become one byte, larger ones UTF-8. Coraza decodes all names of HTML, always to UTF-8.',
    changes: { bytes: '&' },
    decodes: true,
  },
  jsDecode: {
    documentation: 'Decodes the escapes of JavaScript: \\x3c, \\u003c, \\n.',
    changes: { bytes: '\\' },
    decodes: true,
  },
  sqlHexDecode: {
    documentation: 'Decodes SQL hexadecimal literals: 0x414243.',
    decodes: true,
  },
  urlDecode: {
    documentation: 'Decodes %41, and + to a space.',
    changes: { bytes: '%+' },
    adds: URL_ESCAPES,
    decodes: true,
    ignoresCase: true,
  },
  urlDecodeUni: {
    documentation: 'Like urlDecode, but also decodes %u0041, and full-width letters to ASCII.',
    differs:
      'Maps all characters of code page 20127 to ASCII, including %u00a0 to %u00ff, as ModSecurity does with the map file of its recommended configuration. SecUnicodeMapFile adds other code pages. %u3002 and %uff61 become dots. Coraza 3.8 has only code page 20127.',
    changes: { bytes: '%+' },
    adds: URL_ESCAPES,
    decodes: true,
    ignoresCase: true,
  },
} satisfies TransformationRecords;
