/** Names of XML 1.0 (2.3) over bytes. Each byte of a character outside ASCII counts as part of a name. */
import type { ByteString } from '../bytes/byte-string.ts';

const STARTS = 1;
const CONTINUES = 2;

const uses = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80 || /[A-Za-z_:]/.test(String.fromCharCode(byte))) return STARTS | CONTINUES;
  return /[-.0-9]/.test(String.fromCharCode(byte)) ? CONTINUES : 0;
});

/** Returns whether a name may begin with the byte. */
export function isNameStart(code: number): boolean {
  return ((uses[code] ?? 0) & STARTS) !== 0;
}

/** Returns the end of the name at `start`; `start` itself when none begins there. */
export function endOfName(text: ByteString, start: number): number {
  if (!isNameStart(text.charCodeAt(start))) return start;
  let at = start + 1;
  while (at < text.length && uses[text.charCodeAt(at)] !== 0) at += 1;
  return at;
}
