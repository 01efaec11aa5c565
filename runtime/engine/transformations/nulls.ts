/** Zero bytes. */
import { mapBytes } from './map-bytes.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** Deletes zero bytes. */
export const removeNulls: Transformation = (value) =>
  value.includes('\0') ? value.replace(/\0/g, '') : value;

/** Replaces every zero byte by a blank. */
export const replaceNulls: Transformation = mapBytes((byte) => (byte === 0 ? BLANK : byte));
