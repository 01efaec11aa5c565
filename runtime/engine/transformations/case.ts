/**
 * Letter case of ASCII letters; bytes from 0x80 are not letters in any encoding
 * (docs/compatibility.md#where-the-engines-disagree, no. 46).
 */
import { mapBytes } from './map-bytes.ts';
import type { Transformation } from './transformation.ts';

const CASE_BIT = 0x20;

const lowerBytes = mapBytes((byte) => (byte >= 0x41 && byte <= 0x5a ? byte | CASE_BIT : byte));

/** Converts A-Z to a-z. `toLowerCase` is 5 times faster, but also converts C0 to DE. */
export const lowercase: Transformation = (value) =>
  /[\x80-\xff]/.test(value) ? lowerBytes(value) : value.toLowerCase();

/** Converts a-z to A-Z. */
export const uppercase: Transformation = mapBytes((byte) =>
  byte >= 0x61 && byte <= 0x7a ? byte & ~CASE_BIT : byte,
);
