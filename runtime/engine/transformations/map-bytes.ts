/** Transformations that map each byte on its own. */
import {
  BLOCK,
  BLOCKWISE_LENGTH,
  block,
  isOutputFull,
  output,
  readBlock,
  textOfOutput,
} from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

/**
 * Returns a transformation that maps each byte and keeps the length. `change` maps 0-255 to 0-255; it is called once
 * for each byte value, at the first value.
 */
export function mapBytes(change: (byte: number) => number): Transformation {
  let known: Uint8Array | undefined;
  return (value) => {
    known ??= Uint8Array.from({ length: 256 }, (_, byte) => change(byte));
    const table = known;
    if (value.length >= BLOCKWISE_LENGTH) return mapLong(value, table);
    const first = firstChange(value, table);
    if (first === -1) return value;
    const out = new ByteWriter();
    out.copy(value, 0, first);
    for (let at = first; at < value.length; at++) out.push(table[value.charCodeAt(at)] ?? 0);
    return out.toString();
  };
}

/** Maps each byte by its row of the table; for values of BLOCKWISE_LENGTH bytes and more. */
function mapLong(value: ByteString, table: Uint8Array): ByteString {
  // Local variables, because module variables are looked up at every use.
  const [bytes, mapped] = [block, output];
  let text = '';
  let length = 0;
  for (let start = 0; start < value.length; start += BLOCK) {
    const count = readBlock(value, start);
    for (let at = 0; at < count; at += 1) mapped[length + at] = table[bytes[at] ?? 0] ?? 0;
    length += count;
    if (!isOutputFull(length)) continue;
    text += textOfOutput(length);
    length = 0;
  }
  return text + textOfOutput(length);
}

/** Returns the offset of the first byte that the table changes, or -1. */
function firstChange(value: string, table: Uint8Array): number {
  for (let at = 0; at < value.length; at++) {
    const byte = value.charCodeAt(at);
    if (table[byte] !== byte) return at;
  }
  return -1;
}
