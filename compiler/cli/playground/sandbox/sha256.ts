/** Replaces compiler/sha256.ts in the browser, which has no node:crypto (scripts/playground.ts). */
import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Returns the SHA-256 of a byte string (one char a byte) in lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(digestOf(Uint8Array.from(text, (char) => char.charCodeAt(0))));
}
