/** @validateByteRange: the syntax of its argument, and when a value matches. */
import { type ByteRange, type ByteSet, hasOnly } from '../bytes/byte-set.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { type Piece, splitTrimmed } from '../bytes/split-trimmed.ts';
import type { Parsed } from './parsed.ts';

/** Returns true when some byte of the value is outside the allowed set; the empty value never matches. */
export function validateByteRange(value: ByteString, allowed: ByteSet): boolean {
  return !hasOnly(allowed, value);
}

/** Parses comma-separated bytes `n` and ranges `a-b`, decimal, 0 to 255. The empty argument allows no byte. */
export function parseByteRanges(argument: string): Parsed<readonly ByteRange[]> {
  const ranges: ByteRange[] = [];
  if (argument === '') return { kind: 'Ok', value: ranges };
  for (const piece of splitTrimmed(argument)) {
    const range = parseRange(piece);
    if (range.kind === 'Error') return range;
    ranges.push(range.value);
  }
  return { kind: 'Ok', value: ranges };
}

function parseRange({ text, index }: Piece): Parsed<ByteRange> {
  const [, low, high = low] = /^([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?$/.exec(text) ?? [];
  const first = Number(low);
  const last = Number(high);
  if (low !== undefined && first <= last && last <= 255)
    return { kind: 'Ok', value: [first, last] };
  const message = `"${text}" is neither a byte from 0 to 255 nor a range such as 32-126.`;
  return { kind: 'Error', message, index };
}
