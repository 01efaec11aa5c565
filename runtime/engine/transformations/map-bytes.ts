/** Transformations that change every byte by itself. */
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

/** `change` maps 0-255 to 0-255; it is called once per byte value, here. The length stays. */
export function mapBytes(change: (byte: number) => number): Transformation {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => change(byte));
  return (value) => {
    const first = firstChange(value, table);
    if (first === -1) return value;
    const out = new ByteWriter();
    out.copy(value, 0, first);
    for (let at = first; at < value.length; at++) out.push(table[value.charCodeAt(at)] ?? 0);
    return out.toString();
  };
}

/** Where the first byte stands that the table changes, or -1. */
function firstChange(value: string, table: Uint8Array): number {
  for (let at = 0; at < value.length; at++) {
    const byte = value.charCodeAt(at);
    if (table[byte] !== byte) return at;
  }
  return -1;
}
