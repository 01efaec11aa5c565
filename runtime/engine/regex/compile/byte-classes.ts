/** The bytes of named classes such as `\d`, `[:alpha:]`, `\p{L}`; ASCII as in PCRE's C locale. */
import { anyByte, type ByteSet, byteSet, bytesOf, complement } from './byte-set.ts';

const digit: ByteSet = [[0x30, 0x39]];
const upper: ByteSet = [[0x41, 0x5a]];
const lower: ByteSet = [[0x61, 0x7a]];
const alpha = byteSet([...upper, ...lower]);
export const wordBytes = byteSet([...alpha, ...digit, ...bytesOf('_')]);
/**
 * White space as in PCRE2, which includes VT. RE2 does not, so CRS adds `\x0b` itself
 * (docs/spec/seclang-evaluation.md#regular-expressions).
 */
const space = bytesOf('\t\n\v\f\r ');
const horizontalSpace = bytesOf('\t \xa0');
export const verticalSpace = bytesOf('\n\v\f\r\x85');
export const notLineFeed = complement(bytesOf('\n'));

/** Escapes that mean a set, inside and outside brackets. */
export const setEscapes: ReadonlyMap<string, ByteSet> = new Map([
  ['d', digit],
  ['D', complement(digit)],
  ['w', wordBytes],
  ['W', complement(wordBytes)],
  ['s', space],
  ['S', complement(space)],
  ['h', horizontalSpace],
  ['H', complement(horizontalSpace)],
  ['v', verticalSpace],
  ['V', complement(verticalSpace)],
]);

/** `[:name:]` inside brackets. */
export const posixClasses: ReadonlyMap<string, ByteSet> = new Map([
  ['alnum', byteSet([...alpha, ...digit])],
  ['alpha', alpha],
  ['ascii', [[0x00, 0x7f]]],
  ['blank', bytesOf('\t ')],
  [
    'cntrl',
    byteSet([
      [0x00, 0x1f],
      [0x7f, 0x7f],
    ]),
  ],
  ['digit', digit],
  ['graph', [[0x21, 0x7e]]],
  ['lower', lower],
  ['print', [[0x20, 0x7e]]],
  [
    'punct',
    byteSet([
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ]),
  ],
  ['space', space],
  ['upper', upper],
  ['word', wordBytes],
  ['xdigit', bytesOf('0123456789ABCDEFabcdef')],
]);

/**
 * Returns the bytes with a Unicode property (general category or script). Each byte counts as the code point of its
 * number, as in PCRE without UTF mode. undefined: no such property.
 */
export function unicodeProperty(name: string): ByteSet | undefined {
  if (name === 'Any') return anyByte;
  if (name === 'L&') return unicodeProperty('LC');
  if (!/^[A-Za-z_]+$/.test(name)) return undefined;
  const known = properties.get(name) ?? bytesWith(name);
  if (known !== undefined) properties.set(name, known);
  return known;
}

/** Cache: there are few properties, and testing 256 code points takes a while. */
const properties = new Map<string, ByteSet>();

function bytesWith(name: string): ByteSet | undefined {
  const test = propertyTest(`\\p{General_Category=${name}}`) ?? propertyTest(`\\p{Script=${name}}`);
  if (test === undefined) return undefined;
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  return bytesOf(bytes.filter((char) => test.test(char)).join(''));
}

/** Returns a test on the Unicode tables of the host, which throws for unknown names; undefined: no such property. */
function propertyTest(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
