/** Percent-decoding of long values, a block at a time. */
import { block, output, readBlock, textOfOutput } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { BestFit } from './best-fit.ts';
import { escapedByte, escapeLength, PERCENT } from './percent-escape.ts';

/**
 * Decodes values of LONG_TEXT bytes and more. `table`: the results of bytes outside escapes; `bestFit` as in
 * PercentReading.
 */
export function decodeLongPercents(
  value: ByteString,
  table: Uint8Array,
  bestFit: BestFit | undefined,
): ByteString {
  // Local variables, because module variables are looked up at every use.
  const [bytes, decoded] = [block, output];
  let text = '';
  for (let start = 0; start < value.length; ) {
    const count = readBlock(value, start);
    let length = 0;
    let at = 0;
    for (; at < count; at += 1) {
      const plain = bytes[at] ?? 0;
      const escaped = plain === PERCENT ? escapedByte(value, start + at + 1, bestFit) : -1;
      decoded[length] = escaped < 0 ? (table[plain] ?? 0) : escaped;
      length += 1;
      at += escaped < 0 ? 0 : escapeLength(value, start + at + 1);
    }
    text += textOfOutput(length);
    start += at;
  }
  return text;
}
