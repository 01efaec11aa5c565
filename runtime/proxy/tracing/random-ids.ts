/** Generates random hexadecimal digits for ids. One system call fills a pool that serves many requests. */
import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;

const bytes = Buffer.alloc(POOL_BYTES);
let pool = '';
let position = 0;

/** Returns lower-case digits. `count`: less than the size of the pool, which is 8192. */
export function randomDigits(count: number): string {
  if (position + count > pool.length) {
    pool = randomFillSync(bytes).toString('hex');
    position = 0;
  }
  position += count;
  return pool.slice(position - count, position);
}
