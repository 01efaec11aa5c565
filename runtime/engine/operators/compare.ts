/** @eq, @ge, @gt, @le, @lt: the value is read as a number, junk is 0 (docs/spec/seclang-evaluation.md#operators). */
import type { ByteString } from '../bytes/byte-string.ts';
import { parseInteger } from '../bytes/parse-integer.ts';

/** value = argument. */
export function eq(value: ByteString, argument: number): boolean {
  return parseInteger(value) === argument;
}

/** value >= argument. */
export function ge(value: ByteString, argument: number): boolean {
  return parseInteger(value) >= argument;
}

/** value > argument. */
export function gt(value: ByteString, argument: number): boolean {
  return parseInteger(value) > argument;
}

/** value <= argument. */
export function le(value: ByteString, argument: number): boolean {
  return parseInteger(value) <= argument;
}

/** value < argument. */
export function lt(value: ByteString, argument: number): boolean {
  return parseInteger(value) < argument;
}
