/** Percent-encoding of forms, in and out. */
import { hexByteAt } from './ascii.ts';
import type { ByteWriter } from './byte-writer.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { mapBytes } from './map-bytes.ts';
import type { Transformation } from './transformation.ts';

const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;

/** `%HH` is a byte, `+` a blank; a `%` without two digits stays. */
export const urlDecode: Transformation = (value) =>
  decodeEscapes(plusToBlank(value), '%', readPercent);

const blanksForPluses = mapBytes((byte) => (byte === PLUS ? BLANK : byte));

/** Before percent decoding, so that `%2b` stays a plus; neither char can be part of an escape. */
export const plusToBlank: Transformation = (value) =>
  value.includes('+') ? blanksForPluses(value) : value;

/** `%HH`, or the `%` itself. */
export function readPercent(value: string, at: number, out: ByteWriter): number {
  const byte = hexByteAt(value, at + 1);
  out.push(byte < 0 ? PERCENT : byte);
  return byte < 0 ? at + 1 : at + 3;
}
