/** Percent-encoding of forms, in and out. */
import { hexNumberAt } from './ascii.ts';
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

/** Before percent decoding, so that `%2b` stays a plus; neither char can be part of an escape. */
export const plusToBlank: Transformation = mapBytes((byte) => (byte === PLUS ? BLANK : byte));

/** `%HH`, or the `%` itself. */
export function readPercent(value: string, at: number, out: ByteWriter): number {
  const byte = hexNumberAt(value, at + 1, 2);
  out.push(byte < 0 ? PERCENT : byte);
  return byte < 0 ? at + 1 : at + 3;
}
