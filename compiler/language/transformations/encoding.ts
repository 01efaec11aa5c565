/** Transformations that represent a value in other bytes: encodings, hashes, the length. */
import type { TransformationRecords } from './record.ts';

/** All bytes above 0x7F. */
const HIGH_BYTES = Array.from({ length: 128 }, (_, offset) =>
  String.fromCharCode(0x80 + offset),
).join('');

export const encoding = {
  base64Encode: {
    documentation: 'Encodes as Base64.',
    undoneBy: ['base64Decode', 'base64DecodeExt'],
  },
  hexEncode: {
    documentation: 'Writes each byte as two hexadecimal digits.',
    result: 'bytewise',
    undoneBy: ['hexDecode'],
  },
  length: {
    documentation: 'Replaces the value by its length in bytes.',
    result: 'digits',
  },
  md5: {
    documentation: 'Replaces the value by its MD5 hash, 16 bytes.',
  },
  parityEven7bit: {
    documentation: 'Sets the highest bit of each byte so that its number of ones is even.',
    differs: 'The highest bit does not count before it is set; in ModSecurity it does.',
    result: 'bytewise',
  },
  parityOdd7bit: {
    documentation: 'Sets the highest bit of each byte so that its number of ones is odd.',
    differs: 'See parityEven7bit.',
    result: 'bytewise',
  },
  parityZero7bit: {
    documentation: 'Clears the highest bit of each byte.',
    result: 'bytewise',
  },
  phpArgsNames: {
    documentation:
      'Changes a name as PHP changes argument names: removes leading blanks, and replaces other blanks and dots by _.',
  },
  sha1: {
    documentation: 'Replaces the value by its SHA-1 hash, 20 bytes.',
  },
  urlEncode: {
    documentation: 'Encodes all bytes except letters and digits as %41, and spaces as +.',
    result: 'bytewise',
    undoneBy: ['urlDecode', 'urlDecodeUni'],
  },
  utf8toUnicode: {
    documentation: 'Encodes each UTF-8 character outside ASCII as %u0041.',
    differs:
      'Encodes overlong forms and surrogates too, and leaves invalid bytes unchanged. ModSecurity repeats the first byte of the former and removes that of a sequence that is not complete; Coraza writes %ufffd for all.',
    changes: { bytes: HIGH_BYTES },
    adds: [{ from: HIGH_BYTES, bytes: '%u0123456789abcdef' }],
  },
} satisfies TransformationRecords;
