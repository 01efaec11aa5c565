/**
 * Traits of a text: which kinds of bytes it has, one bit a kind. Most texts have so few kinds that most
 * transformations leave them as they are and most rules cannot match them, which one AND tells.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { shortenRepeats } from '../bytes/repeats.ts';

/** Bit n says that a byte of row n occurs. Together the rows hold every byte once. */
const CLASSES: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz0123456789_',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  bytes(0x80, 0xff),
  '\0',
  bytes(0x01, 0x08) + bytes(0x0e, 0x1f) + bytes(0x7f, 0x7f),
  '\t\v\f',
  '\r\n',
  ' ',
  '!',
  '"\'',
  '`',
  '#@',
  '$',
  '%',
  '&',
  '(',
  ')',
  '*',
  '+',
  ',',
  '-',
  '.',
  '/',
  ':',
  ';',
  '<>',
  '=',
  '?',
  '[]',
  '\\^',
  '{|}~',
];

const classOfByte = new Int32Array(256);
CLASSES.forEach((members, bit) => {
  for (let at = 0; at < members.length; at += 1) classOfByte[members.charCodeAt(at)] = 1 << bit;
});

function bytes(first: number, last: number): string {
  let text = '';
  for (let byte = first; byte <= last; byte += 1) text += String.fromCharCode(byte);
  return text;
}

/** The kinds of bytes that occur in `value`; 0 for the empty one. */
export function byteClassesOf(value: ByteString): number {
  const shorter = shortenRepeats(value, 1);
  let byteClasses = 0;
  for (let at = 0; at < shorter.length; at += 1)
    byteClasses |= classOfByte[shorter.charCodeAt(at) & 0xff] ?? 0;
  return byteClasses;
}

/** True when some byte is of one of the kinds in `kinds`. */
export function hasByteClass(
  { byteClasses }: { readonly byteClasses: number },
  classes: number,
): boolean {
  return (byteClasses & classes) !== 0;
}

/** Every byte of the kinds. */
export function bytesOfClasses(classes: number): ByteString {
  return CLASSES.filter((_, bit) => (classes & (1 << bit)) !== 0).join('');
}
