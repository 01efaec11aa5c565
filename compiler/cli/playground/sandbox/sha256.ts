/** compiler/sha256.ts for the browser, where node:crypto is not (scripts/playground.ts puts it there). */
import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Of a byte string (one char a byte), in lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(digestOf(Uint8Array.from(text, (char) => char.charCodeAt(0))));
}
