/**
 * Traits of a text: which kinds of bytes it has, one bit a kind. Most texts have so few kinds that most
 * transformations leave them as they are and most rules cannot match them, which one AND tells.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { shortenRepeats } from '../bytes/repeats.ts';

/** Bit n says that a byte of row n occurs. Together the rows hold every byte once. */
const KINDS: readonly string[] = [
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

const traitOfByte = new Int32Array(256);
KINDS.forEach((kind, bit) => {
  for (let at = 0; at < kind.length; at += 1) traitOfByte[kind.charCodeAt(at)] = 1 << bit;
});

function bytes(first: number, last: number): string {
  let text = '';
  for (let byte = first; byte <= last; byte += 1) text += String.fromCharCode(byte);
  return text;
}

/** The kinds of bytes that occur in `value`; 0 for the empty one. */
export function traitsOf(value: ByteString): number {
  const shorter = shortenRepeats(value, 1);
  let traits = 0;
  for (let at = 0; at < shorter.length; at += 1)
    traits |= traitOfByte[shorter.charCodeAt(at) & 0xff] ?? 0;
  return traits;
}

/** True when some byte is of one of the kinds in `kinds`. */
export function hasTrait({ traits }: { readonly traits: number }, kinds: number): boolean {
  return (traits & kinds) !== 0;
}

/** Every byte of the kinds. */
export function bytesOfTraits(kinds: number): ByteString {
  return KINDS.filter((_, bit) => (kinds & (1 << bit)) !== 0).join('');
}
