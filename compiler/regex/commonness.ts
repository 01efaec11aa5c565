/**
 * Estimates how often ordinary values contain bytes and texts. Rough figures are enough: they only choose between
 * candidates that are all required.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { ByteSet } from '#engine/regex/compile/byte-set.ts';

/** Length in bytes of an ordinary value. */
const LENGTH = 24;

/** How the name of every member of a JSON body begins, and the probability that a value is such a name. */
const NAME_BEGINS = 'json.';
const NAMES = 0.3;

/** Letters in order of frequency in English, the most frequent first. */
const LETTERS = 'etaoinshrdlucmfwypvbgkjxqz';

const isLetterOrDigit = Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(byte)),
);

/** For each byte, the probability that a byte of a value is this one. */
const chances = Float64Array.from({ length: 256 }, (_, byte) =>
  chanceOf(String.fromCharCode(byte)),
);

/**
 * Returns roughly the probability (0 to 1) that an ordinary value has a byte of the set; 1 for a set with a letter or
 * digit.
 */
export function commonness(set: ByteSet): number {
  let chance = 0;
  for (const [first, last] of set) {
    for (let byte = first; byte <= last; byte += 1) {
      if (isLetterOrDigit[byte]) return 1;
      chance += chances[byte] ?? 0;
    }
  }
  return Math.min(1, LENGTH * chance);
}

/** Returns the probability that an ordinary value contains the text in any letter case. */
export function commonnessOfText(text: ByteString): number {
  if (NAME_BEGINS.includes(text)) return NAMES;
  let chance = LENGTH;
  for (let at = 0; at < text.length; at += 1) chance *= chances[text.charCodeAt(at)] ?? 0;
  return Math.min(1, chance);
}

function chanceOf(char: string): number {
  const rank = LETTERS.indexOf(char.toLowerCase());
  if (rank >= 0) return 0.09 * 0.88 ** rank;
  if (/[0-9]/.test(char)) return 0.02;
  // Hosts and versions have it, and names of JSON members have several.
  if (char === '.') return 0.015;
  if (/[ /_-]/.test(char)) return 0.01;
  if (/[=&:,;?%]/.test(char)) return 0.0033;
  if (/[()"'+]/.test(char)) return 0.002;
  return char >= '\x80' ? 0.00004 : 0.0006;
}
