/**
 * @eq, @ge, @gt, @le, @lt: compare the value as a number; text that is no number counts as 0
 * (docs/spec/seclang-evaluation.md#operators).
 */
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
