/** Finds user agents that are blocked by name. */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';

/** Returns the first of `words` that a User-Agent value contains, in any case; `words` are in lower case. */
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
