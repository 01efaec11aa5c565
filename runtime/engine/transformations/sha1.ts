/** SHA-1 (RFC 3174), implemented here because the engine imports no crypto module. */
import { addTo, digest, rotate } from './digest-blocks.ts';
import type { Transformation } from './transformation.ts';

const INITIAL = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const STEPS = 80;

/** Returns the 20 raw bytes of the digest, also for an empty value. */
export const sha1: Transformation = (value) => digest(value, 'big-endian', INITIAL, compress);

function compress(state: Int32Array, words: Int32Array): void {
  const schedule = expand(words);
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  for (let step = 0; step < STEPS; step++) {
    const next = (rotate(a, 5) + mix(step, b, c, d) + e + (schedule[step] ?? 0)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  addTo(state, [a, b, c, d, e]);
}

/** Returns the 16 words of the block and the 64 words derived from them. */
function expand(words: Int32Array): Int32Array {
  const schedule = new Int32Array(STEPS);
  schedule.set(words);
  for (let step = words.length; step < STEPS; step++) {
    const word =
      (schedule[step - 3] ?? 0) ^
      (schedule[step - 8] ?? 0) ^
      (schedule[step - 14] ?? 0) ^
      (schedule[step - 16] ?? 0);
    schedule[step] = rotate(word, 1);
  }
  return schedule;
}

/** Computes the function of the step's round, with its constant added. */
function mix(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}
