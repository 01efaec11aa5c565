/** Looks up a header in a list of pairs. */
import { type ByteString, lowerAscii } from '../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';

/** Returns the value of the first header with this name, or undefined. `name` is in lower case. */
export function headerValue(headers: readonly Header[], name: string): ByteString | undefined {
  return headers.find(([other]) => lowerAscii(other) === name)?.[1];
}
