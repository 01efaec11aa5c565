/** Builds a byte string byte by byte without a string object for each. */
import type { ByteString } from '../byte-string.ts';

/** Codes turned to text at a time; V8 throws when a call has some 100,000 arguments. */
const CHUNK = 8192;
/** From this length on it is cheaper to slice than to copy codes. */
const LONG_STRETCH = 32;

export class ByteWriter {
  // A plain array: with a Uint8Array, values of usual length take twice the time (its view and its copy).
  #codes: number[] = [];
  #text: ByteString = '';

  /** Appends the low 8 bits of `byte`. */
  push(byte: number): void {
    if (this.#codes.push(byte & 0xff) === CHUNK) this.#flush();
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

  toString(): ByteString {
    this.#flush();
    return this.#text;
  }

  #flush(): void {
    this.#text += String.fromCharCode(...this.#codes);
    this.#codes = [];
  }
}
