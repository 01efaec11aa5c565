/** Masks of byte classes, with the bytes that they stand for as a remark: `270336 /* [%+] *\/`. */
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { type ByteRange, byteSet, complement } from '#engine/regex/compile/byte-set.ts';
import { memoizeByKey } from '../memoize.ts';
import { type Code, remark, ts } from './code.ts';
import { escapeBytes } from './literal.ts';

export const emitMask = memoizeByKey(
  (mask: number) => String(mask),
  (mask): Code => ts`${mask} ${remark(bytesText(mask))}`,
);

/** Returns the bytes of a mask as a character class. */
function bytesText(mask: number): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const inside = bytes.filter((byte) => (byteClassesOf(String.fromCharCode(byte)) & mask) !== 0);
  const set = byteSet(inside.map((byte) => [byte, byte]));
  const others = complement(set);
  if (others.length === 0) return 'any byte';
  if (set.length === 0) return 'no byte';
  return others.length < set.length ? `[^${members(others)}]` : `[${members(set)}]`;
}

function members(ranges: readonly ByteRange[]): string {
  return ranges
    .map(([first, last]) => {
      const separator = last > first + 1 ? '-' : '';
      return last === first
        ? escapeMember(first)
        : `${escapeMember(first)}${separator}${escapeMember(last)}`;
    })
    .join('');
}

function escapeMember(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[\\\]^-]/.test(char) ? `\\${char}` : escapeBytes(char);
}
