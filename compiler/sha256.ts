/** Computes SHA-256 checksums of rule files. */
import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a byte string (one char a byte) in lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}
