/** Header look-up in a list of pairs. */
import { type ByteString, lowerAscii } from '../../runtime/engine/byte-string.ts';
import type { Header } from '../../runtime/engine/compiled-waf.ts';

/** Value of the first header of that name, which is given in lower case. */
export function headerValue(headers: readonly Header[], name: string): ByteString | undefined {
  return headers.find(([other]) => lowerAscii(other) === name)?.[1];
}
