/** Header look-up in a list of pairs. */
import { type ByteString, lowerAscii } from '../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';

/** Value of the first header of that name, which is given in lower case. */
export function headerValue(headers: readonly Header[], name: string): ByteString | undefined {
  return headers.find(([other]) => lowerAscii(other) === name)?.[1];
}
