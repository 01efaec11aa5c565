/** Describes sets of bytes in words: `a digit, < or NUL`. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { joinWords } from './join-words.ts';

/** Sets with a name, the larger ones first. A name is used when the whole set is included. */
const NAMED: readonly (readonly [name: string, members: string])[] = [
  ['a byte above 127', range(0x80, 0xff)],
  ['a letter', range(0x41, 0x5a) + range(0x61, 0x7a)],
  ['an upper-case letter', range(0x41, 0x5a)],
  ['a lower-case letter', range(0x61, 0x7a)],
  ['a digit', range(0x30, 0x39)],
  ['white space', '\t\n\v\f\r '],
  ['another control character', range(0x01, 0x08) + range(0x0e, 0x1f) + range(0x7f, 0x7f)],
  ['a line break', '\r\n'],
  ['a space', ' '],
  ['a tab', '\t'],
  ['NUL', '\0'],
  ['LF', '\n'],
  ['CR', '\r'],
  ['VT', '\v'],
  ['FF', '\f'],
];

/** Describes `bytes` (in any order). For more than half of all bytes, it describes the missing ones. */
export function bytesInWords(bytes: ByteString): string {
  const others = [...range(0, 0xff)].filter((byte) => !bytes.includes(byte));
  if (others.length === 0) return 'any byte';
  return others.length < 128 ? `any byte but ${listed(others)}` : listed([...bytes]);
}

function listed(bytes: readonly string[]): string {
  const remaining = new Set(bytes);
  const names = NAMED.flatMap(([name, members]) => {
    if (![...members].every((byte) => remaining.has(byte))) return [];
    for (const byte of members) remaining.delete(byte);
    return [name];
  });
  return joinWords([...names, ...[...remaining].map(nameOf)], 'or');
}

/** Returns the name of a byte that is in no named set. */
function nameOf(byte: string): string {
  if (byte === ',') return 'a comma';
  if (/[!-~]/.test(byte)) return byte;
  return `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) =>
    String.fromCharCode(from + index),
  ).join('');
}
