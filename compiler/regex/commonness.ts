/**
 * How often ordinary values have bytes and texts. Rough figures do: they only choose between things that are
 * all required.
 */
import { type ByteString, lowerAscii } from '../../runtime/engine/byte-string.ts';
import { type ByteSet, membersOf } from './byte-set.ts';

/** Bytes of an ordinary value. */
const LENGTH = 24;

/** About how likely an ordinary value has a byte of the set, 1 for certain; any letter or digit is. */
export function commonness(set: ByteSet): number {
  const chars = membersOf(set).map((byte) => String.fromCharCode(byte));
  if (chars.some((char) => /[A-Za-z0-9]/.test(char))) return 1;
  return Math.min(
    1,
    chars.reduce((sum, char) => sum + LENGTH * chanceOf(char), 0),
  );
}

/** The same for a text in it, whatever its letter case. */
export function commonnessOfText(text: ByteString): number {
  const chance = [...lowerAscii(text)].reduce((product, char) => product * chanceOf(char), 1);
  return Math.min(1, LENGTH * chance);
}

/** From common to rare (in English). */
const LETTERS = 'etaoinshrdlucmfwypvbgkjxqz';

/** That a byte of a value is this one. */
function chanceOf(char: string): number {
  const rank = LETTERS.indexOf(char.toLowerCase());
  if (rank >= 0) return 0.09 * 0.88 ** rank;
  if (/[0-9]/.test(char)) return 0.02;
  if (/[ ./_-]/.test(char)) return 0.01;
  if (/[=&:,;?%]/.test(char)) return 0.0033;
  if (/[()"'+]/.test(char)) return 0.002;
  return char >= '\x80' ? 0.00004 : 0.0006;
}
