/**
 * Byte classes: 32 disjoint sets of bytes, one bit each. Most values contain so few classes that most
 * transformations leave them unchanged and most rules cannot match them; one AND decides both.
 */
import { BLOCK, block, readBlock } from './byte-block.ts';
import type { ByteString } from './byte-string.ts';

/** Bit n of a mask means that a byte of row n occurs. Every byte is in exactly one row. */
const CLASSES: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz0123456789',
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
  '_',
];

const classOfByte = new Int32Array(256);
CLASSES.forEach((members, bit) => {
  for (let at = 0; at < members.length; at += 1) classOfByte[members.charCodeAt(at)] = 1 << bit;
});

export const ALL_CLASSES = classOfByte.reduce((all, each) => all | each, 0);
/** The classes of the printable ASCII characters; every other byte is in another class. */
const PRINTABLE = classOfByte.subarray(0x20, 0x7f).reduce((all, each) => all | each, 0);

function bytes(first: number, last: number): string {
  let text = '';
  for (let byte = first; byte <= last; byte += 1) text += String.fromCharCode(byte);
  return text;
}

/** What is known of the byte classes of a value before it is read: those that occur in it, and all that may. */
export type ClassBounds = { readonly certain: number; readonly possible: number };

const UNKNOWN: ClassBounds = { certain: 0, possible: ALL_CLASSES };

/**
 * Returns the mask of byte classes that occur in `value`; 0 for the empty value. A long value is read until all that are possible
 * have been found.
 */
export function byteClassesOf(value: ByteString, bounds = UNKNOWN): number {
  if (value.length >= LONG_TEXT) return byteClassesOfLong(value, bounds);
  let byteClasses = 0;
  for (let at = 0; at < value.length; at += 1)
    byteClasses |= classOfByte[value.charCodeAt(at) & 0xff] ?? 0;
  return byteClasses;
}

/** Returns the mask of the class of a byte. */
export function byteClassOf(byte: number): number {
  return classOfByte[byte] ?? 0;
}

/** Bytes from which on a text is read in blocks. */
const LONG_TEXT = 512;
/** Bytes that are read first: in most texts they have nearly all classes. */
const BEGINNING = 1024;

function byteClassesOfLong(value: ByteString, { certain, possible }: ClassBounds): number {
  // Local variables, because module variables are looked up at every use.
  const [bytes, classes] = [block, classOfByte];
  let byteClasses = certain;
  for (let from = 0; from < value.length && byteClasses !== possible; ) {
    const count = readBlock(value, from, from === 0 ? BEGINNING : BLOCK);
    const isSpecial = (byteClasses & PRINTABLE) === (possible & PRINTABLE);
    byteClasses |= isSpecial ? specialClassesOf(count >> 2) : byteClassesOfWords(count >> 2);
    for (let at = count & ~3; at < count; at += 1) byteClasses |= classes[bytes[at] ?? 0] ?? 0;
    from += count;
  }
  return byteClasses;
}

const words = new Int32Array(block.buffer);

/** Returns the mask of the first `count` words of the block: four bytes at a time take half the time of single bytes. */
function byteClassesOfWords(count: number): number {
  const fours = words;
  let byteClasses = 0;
  for (let at = 0; at < count; at += 1) byteClasses |= byteClassesOfFour(fours[at] ?? 0);
  return byteClasses;
}

/** Returns the classes of all words but those of printable ASCII, most of any text, which takes a third of the time. */
function specialClassesOf(count: number): number {
  const fours = words;
  let byteClasses = 0;
  for (let at = 0; at < count; at += 1) {
    const four = fours[at] ?? 0;
    // The highest bit of a byte is set when it is below 20 (after the subtraction), 7F (after the addition) or 80 and more.
    const special = ((four - 0x20202020) | (four + 0x01010101) | four) & 0x80808080;
    if (special !== 0) byteClasses |= byteClassesOfFour(four);
  }
  return byteClasses;
}

function byteClassesOfFour(four: number): number {
  const classes = classOfByte;
  return (
    (classes[four & 0xff] ?? 0) |
    (classes[(four >>> 8) & 0xff] ?? 0) |
    (classes[(four >>> 16) & 0xff] ?? 0) |
    (classes[four >>> 24] ?? 0)
  );
}

/** Returns whether some byte is in one of the classes of the mask. */
export function hasByteClass(
  { byteClasses }: { readonly byteClasses: number },
  classes: number,
): boolean {
  return (byteClasses & classes) !== 0;
}

/** Returns every byte of the classes in the mask. */
export function bytesOfClasses(classes: number): ByteString {
  return CLASSES.filter((_, bit) => (classes & (1 << bit)) !== 0).join('');
}
