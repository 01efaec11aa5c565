/** MD5 (RFC 1321), implemented here because the engine imports no crypto module. */
import { addTo, digest, rotate } from './digest-blocks.ts';
import type { Transformation } from './transformation.ts';

const INITIAL = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

/** Left rotations of the four rounds of 16 steps; each round repeats its four. */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
].flatMap((round) => [...round, ...round, ...round, ...round]);

/** Index of the word that each step takes: in the four rounds k, 5k+1, 3k+5 and 7k modulo 16. */
const WORD_ORDER = [
  [1, 0],
  [5, 1],
  [3, 5],
  [7, 0],
].flatMap(([factor = 0, offset = 0]) =>
  Array.from({ length: 16 }, (_, step) => (factor * step + offset) % 16),
);

/** RFC 1321, 3.4: the sines of 1 to 64, as 32 bits of fraction. */
const SINES = Int32Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

/** Returns the 16 raw bytes of the digest, also for an empty value. */
export const md5: Transformation = (value) => digest(value, 'little-endian', INITIAL, compress);

function compress(state: Int32Array, words: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  for (let step = 0; step < 64; step++) {
    const word = words[WORD_ORDER[step] ?? 0] ?? 0;
    const sum = (a + mix(step, b, c, d) + (SINES[step] ?? 0) + word) | 0;
    a = d;
    d = c;
    c = b;
    b = (b + rotate(sum, SHIFTS[step] ?? 0)) | 0;
  }
  addTo(state, [a, b, c, d]);
}

/** Computes the function of the step's round. */
function mix(step: number, b: number, c: number, d: number): number {
  if (step < 16) return (b & c) | (~b & d);
  if (step < 32) return (b & d) | (c & ~d);
  return step < 48 ? b ^ c ^ d : c ^ (b | ~d);
}
