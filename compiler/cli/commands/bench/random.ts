/** Repeatable random data for benchmarks. */
import type { Random } from '#compiler/seeded-random.ts';

const WORDS =
  `amber basket cedar delivery ember forest garden harbour island journey kitchen lantern
meadow notebook orchard pencil quartz river summer timber umbrella valley window yellow the and with
from every quiet morning small paper blue market walked found never before`.split(/\s+/);

export function randomWord(random: Random): string {
  return WORDS[Math.floor(random() * WORDS.length)] ?? '';
}

/** Returns harmless text of exactly `length` characters: words with an occasional full stop. */
export function randomProse(length: number, random: Random): string {
  const parts: string[] = [];
  for (let size = 0; size < length; ) {
    const part = `${randomWord(random)}${random() < 0.1 ? '. ' : ' '}`;
    parts.push(part);
    size += part.length;
  }
  return parts.join('').slice(0, length);
}

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();

/** Replaces each letter and digit by another of its kind; all other characters stay. */
export function scramble(text: string, random: Random): string {
  const pick = (alphabet: string): string =>
    alphabet.charAt(Math.floor(random() * alphabet.length));
  return text.replace(/[0-9A-Za-z]/g, (char) => {
    if (char <= '9') return pick(DIGITS);
    return pick(char <= 'Z' ? UPPER : LOWER);
  });
}
