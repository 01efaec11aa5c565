/** HTML character references. */
import { hexDigit, isLetter } from './ascii.ts';
import type { ByteWriter } from './byte-writer.ts';
import { pushUtf8 } from './code-points.ts';
import { decodeEscapes } from './decode-escapes.ts';
import type { Transformation } from './transformation.ts';

/** Numbers are capped here: beyond Unicode, and exact for any number of digits. */
const TOO_LARGE = 0x110000;

/** The five names of ModSecurity: in any case, `;` optional, also as the start of a longer word (`&ltscript`). */
const LEGACY: readonly (readonly [name: string, text: string])[] = [
  ['quot', '"'],
  ['amp', '&'],
  ['nbsp', '\xa0'],
  ['lt', '<'],
  ['gt', '>'],
];

const NONE: typeof LEGACY = [];
const CASE_BIT = 0x20;
const SEMICOLON = 0x3b;

/** By the code of the first letter. */
const legacyByFirst = Array.from({ length: 128 }, (_, code) => {
  const names = LEGACY.filter(([name]) => name.charCodeAt(0) === code);
  return names.length === 0 ? NONE : names;
});

/**
 * The other names of HTML for ASCII characters; their `;` and their case are required (HTML Living Standard 13.5).
 * Names of other characters stay as they are: rules against markup search for ASCII.
 */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    [
      ['\t', 'Tab'],
      ['\n', 'NewLine'],
      ['!', 'excl'],
      ['#', 'num'],
      ['$', 'dollar'],
      ['%', 'percnt'],
      ["'", 'apos'],
      ['(', 'lpar'],
      [')', 'rpar'],
      ['*', 'ast midast'],
      ['+', 'plus'],
      [',', 'comma'],
      ['.', 'period'],
      ['/', 'sol'],
      [':', 'colon'],
      [';', 'semi'],
      ['=', 'equals'],
      ['?', 'quest'],
      ['@', 'commat'],
      ['[', 'lsqb lbrack'],
      ['\\', 'bsol'],
      [']', 'rsqb rbrack'],
      ['^', 'Hat'],
      ['_', 'lowbar UnderBar'],
      ['`', 'grave DiacriticalGrave'],
      ['{', 'lcub lbrace'],
      ['|', 'verbar vert VerticalLine'],
      ['}', 'rcub rbrace'],
      ['fj', 'fjlig'],
      ['\xa0', 'NonBreakingSpace'],
    ] as const
  ).flatMap(([text, names]) => names.split(' ').map((name) => [name, text] as const)),
);
const LONGEST_NAME = Math.max(...[...NAMED.keys()].map((name) => name.length));

/**
 * Decodes `&#D;`, `&#xH;` with any number of digits (CVE-2025-27110: leading zeros), `;` optional, and the names
 * above. Code points up to FF become one byte, as in ModSecurity; others become UTF-8, as in browsers: ModSecurity's
 * low byte would turn the letter U+013C into `<`.
 */
export const htmlEntityDecode: Transformation = (value) =>
  decodeEscapes(value, '&', readReference, REFERENCE);

/** Where references may begin. Most ampersands in a long text begin none. */
const REFERENCE = new RegExp(
  `&(?:#(?:\\d|x[\\da-f])|${LEGACY.map(([name]) => name).join('|')}|[a-z]{1,${LONGEST_NAME}};)`,
  'gi',
);

function readReference(value: string, at: number, out: ByteWriter): number {
  const end = value[at + 1] === '#' ? readNumber(value, at + 2, out) : readName(value, at + 1, out);
  if (end !== undefined) return end;
  out.push(0x26);
  return at + 1;
}

/** Reads a number after the `#` and returns the offset after it; undefined: there is no digit. */
function readNumber(value: string, at: number, out: ByteWriter): number | undefined {
  const hexadecimal = value[at] === 'x' || value[at] === 'X';
  const radix = hexadecimal ? 16 : 10;
  const first = hexadecimal ? at + 1 : at;
  let code = 0;
  let end = first;
  for (; end < value.length; end++) {
    const digit = hexDigit(value.charCodeAt(end));
    if (digit < 0 || digit >= radix) break;
    code = Math.min(code * radix + digit, TOO_LARGE);
  }
  if (end === first) return undefined;
  if (code <= 0xff) out.push(code);
  else pushUtf8(code, out);
  return skipSemicolon(value, end);
}

/** Reads a name after the `&` and returns the offset after it; undefined: the name is unknown. */
function readName(value: string, at: number, out: ByteWriter): number | undefined {
  const letters = countLetters(value, at);
  // Checked first, because text after most ampersands is no name.
  if (letters > 0 && value.charCodeAt(at + letters) === SEMICOLON) {
    const text = NAMED.get(value.slice(at, at + letters));
    if (text !== undefined) {
      out.copy(text, 0, text.length);
      return at + letters + 1;
    }
  }
  for (const [name, character] of legacyByFirst[value.charCodeAt(at) | CASE_BIT] ?? NONE) {
    if (name.length > letters) continue;
    const end = at + name.length;
    if (value.slice(at, end).toLowerCase() !== name) continue;
    out.copy(character, 0, 1);
    return skipSemicolon(value, end);
  }
  return undefined;
}

/** Returns the number of letters from `at` on, LONGEST_NAME + 1 at most. */
function countLetters(value: string, at: number): number {
  let count = 0;
  while (count <= LONGEST_NAME && isLetter(value.charCodeAt(at + count))) count += 1;
  return count;
}

function skipSemicolon(value: string, at: number): number {
  return value[at] === ';' ? at + 1 : at;
}
