/** Builds a byte string byte by byte without a string object for each. */
import type { ByteString } from '../bytes/byte-string.ts';

/** Codes converted to text in one call; V8 throws when a call has some 100,000 arguments. */
export const CHUNK = 8192;

/** From this length on slicing is cheaper than copying codes. */
const LONG_STRETCH = 32;

/**
 * Arrays of codes that no writer uses at the moment: growing a new one for each value takes a quarter more time and
 * four times the memory.
 */
const idle: number[][] = [];

/** The array of a writer whose text was taken: writing on is our own bug, and throws. */
const TAKEN: number[] = [];
Object.freeze(TAKEN);

export class ByteWriter {
  // A plain array: with a Uint8Array, values of usual length take twice the time (for its subarray and its copy).
  #codes = idle.pop() ?? [];
  #length = 0;
  #text: ByteString = '';

  /** Appends the low 8 bits of `byte`. */
  push(byte: number): void {
    this.#codes[this.#length] = byte & 0xff;
    this.#length += 1;
    if (this.#length === CHUNK) this.#flush();
  }

  /** Appends chars `start` to `end` (exclusive) of `value`. */
  copy(value: ByteString, start: number, end: number): void {
    if (end - start >= LONG_STRETCH) {
      this.#flush();
      this.#text += value.slice(start, end);
    } else {
      for (let at = start; at < end; at++) this.push(value.charCodeAt(at));
    }
  }

  /** Moves the bytes, fewer than CHUNK, to `bytes` from `at` on; returns the offset after them. */
  moveTo(bytes: Uint8Array, at: number): number {
    const end = at + this.#length;
    for (let index = 0; index < this.#length; index += 1)
      bytes[at + index] = this.#codes[index] ?? 0;
    this.#length = 0;
    return end;
  }

  /** Returns what was written since the last call; more can be written after it. */
  take(): ByteString {
    this.#flush();
    const text = this.#text;
    this.#text = '';
    return text;
  }

  toString(): ByteString {
    this.#flush();
    if (this.#codes !== TAKEN) idle.push(this.#codes);
    this.#codes = TAKEN;
    return this.#text;
  }

  #flush(): void {
    if (this.#length === 0) return;
    const isFull = this.#length === this.#codes.length;
    const codes = isFull ? this.#codes : this.#codes.slice(0, this.#length);
    this.#text += String.fromCharCode(...codes);
    this.#length = 0;
  }
}
