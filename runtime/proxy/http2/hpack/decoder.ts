/** Decodes header blocks (HPACK, RFC 7541). Names and values are byte for byte what the client sent. */
import type { Header } from '#engine/host/compiled-waf.ts';
import { type BlockReader, createBlockReader } from './block-reader.ts';
import { createHeaderTable, type HeaderTable, sizeOf } from './header-table.ts';

export type HeaderBlock =
  | {
      readonly kind: 'Decoded';
      readonly fields: readonly Header[];
      /** False when the fields exceed the limit, so that some were left out. */
      readonly isWhole: boolean;
    }
  /**
   * The block is invalid, and with it the table of the connection (RFC 9113 section 4.3). `fields`: those before the
   * error.
   */
  | { readonly kind: 'Broken'; readonly fields: readonly Header[] };

/** Decodes the next header block of the connection. */
export type HeaderDecoder = (block: Uint8Array) => HeaderBlock;

/** `limit`: most bytes of a block's fields, each of which counts 32 bytes more than its name and value. */
export function createHeaderDecoder(limit: number): HeaderDecoder {
  const table = createHeaderTable();
  return (block) => decodeBlock(block, table, limit);
}

function decodeBlock(block: Uint8Array, table: HeaderTable, limit: number): HeaderBlock {
  const reader = createBlockReader(block);
  const fields: Header[] = [];
  let size = 0;
  while (reader.hasMore() && isResize(reader.peek())) {
    if (!table.resize(reader.integer(5))) return { kind: 'Broken', fields };
  }
  while (reader.hasMore()) {
    const field = readField(reader, table);
    if (field === undefined) return { kind: 'Broken', fields };
    size += sizeOf(field);
    if (size <= limit) fields.push(field);
  }
  if (reader.isBroken()) return { kind: 'Broken', fields };
  return { kind: 'Decoded', fields, isWhole: size <= limit };
}

/** Returns true for an update of the table's size, which may occur only before the first field. */
function isResize(first: number): boolean {
  return first >= 0x20 && first < 0x40;
}

function readField(reader: BlockReader, table: HeaderTable): Header | undefined {
  const first = reader.peek();
  if (isResize(first)) return undefined;
  if (first >= 0x80) return table.at(reader.integer(7));
  const isAdded = first >= 0x40;
  const index = reader.integer(isAdded ? 6 : 4);
  const name = index === 0 ? reader.text() : table.at(index)?.[0];
  const value = reader.text();
  if (name === undefined || value === undefined) return undefined;
  if (isAdded) table.add([name, value]);
  return [name, value];
}
