/** How attackers write a text so that rules do not know it again, and how honest clients encode it. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type Disguise = (text: ByteString) => ByteString;

const codeOf = (char: string): number => char.charCodeAt(0) & 255;
const hex = (char: string, digits: number): string =>
  codeOf(char).toString(16).padStart(digits, '0');
const each =
  (write: (char: string) => string): Disguise =>
  (text) =>
    text.replace(/[\s\S]/g, write);
const odd =
  (write: (char: string) => string): Disguise =>
  (text) =>
    text.replace(/[^A-Za-z0-9]/g, write);

export const percent = odd((char) => `%${hex(char, 2)}`);

export const DISGUISES: readonly Disguise[] = [
  percent,
  (text) => percent(percent(text)),
  each((char) => `%${hex(char, 2).toUpperCase()}`),
  odd((char) => `%u00${hex(char, 2)}`),
  odd((char) => `&#${codeOf(char)};`),
  odd((char) => `&#x${hex(char, 4)}`),
  odd((char) => `\\x${hex(char, 2)}`),
  odd((char) => `\\u00${hex(char, 2)}`),
  odd((char) => `\\${hex(char, 2)} `),
  // Overlong UTF-8, raw and percent-encoded.
  odd((char) => String.fromCharCode(0xc0 | (codeOf(char) >> 6), 0x80 | (codeOf(char) & 63))),
  odd((char) => `%c${codeOf(char) >> 6}%${(0x80 | (codeOf(char) & 63)).toString(16)}`),
  (text) => text.replace(/[a-z]/g, (char) => (codeOf(char) % 2 === 0 ? char.toUpperCase() : char)),
  (text) => text.replaceAll(' ', '/**/'),
  (text) => text.replaceAll(' ', '+'),
  (text) => text.replaceAll(' ', '\t\u000b'),
  (text) => text.replaceAll('/', '/./'),
  (text) => text.replaceAll('/', '\\'),
  (text) => text.replace(/[a-z]{2}/g, (pair) => `${pair[0]}'${'\\'}${pair[1]}`),
  (text) => `${text.slice(0, text.length / 2)}\u0000${text.slice(text.length / 2)}`,
  (text) => `${text}%00`,
  (text) => Buffer.from(text, 'latin1').toString('base64'),
  (text) => text.slice(1, -1),
  (text) => text.repeat(3),
  (text) => `${text}%`,
  (text) => `\u00e4\u00ff${text}\u00a0`,
];
