/** User agents that are turned away by name. */
import { type ByteString, lowerAscii } from '../../engine/bytes/byte-string.ts';

/** The first of `words` (lower case) that one of the User-Agent values contains. */
export function botWord(
  userAgents: readonly ByteString[],
  words: readonly string[],
): string | undefined {
  for (const userAgent of userAgents) {
    const lower = lowerAscii(userAgent);
    const found = words.find((word) => lower.includes(word));
    if (found !== undefined) return found;
  }
  return undefined;
}
