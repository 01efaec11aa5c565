/** The table of fields that a header block can refer to (RFC 7541 section 2.3). */
import type { Header } from '#engine/host/compiled-waf.ts';
import { STATIC_TABLE } from './static-table.ts';

/** SETTINGS_HEADER_TABLE_SIZE, at its default. */
const MAX_BYTES = 4096;
/** Bytes that an entry counts besides its name and value (RFC 7541 section 4.1). */
const ENTRY_BYTES = 32;

export type HeaderTable = {
  /** Returns the field at an index; the first index is 1. */
  readonly at: (index: number) => Header | undefined;
  readonly add: (field: Header) => void;
  /** Changes the limit. Returns false when it exceeds SETTINGS_HEADER_TABLE_SIZE. */
  readonly resize: (bytes: number) => boolean;
};

export function createHeaderTable(): HeaderTable {
  /** The dynamic table, newest entry first. */
  const added: Header[] = [];
  let bytes = 0;
  let limit = MAX_BYTES;
  const evict = (most: number): void => {
    while (bytes > most) {
      const last = added.pop();
      if (last === undefined) return;
      bytes -= sizeOf(last);
    }
  };
  return {
    at: (index) =>
      index <= STATIC_TABLE.length
        ? STATIC_TABLE[index - 1]
        : added[index - STATIC_TABLE.length - 1],
    add: (field) => {
      const size = sizeOf(field);
      evict(limit - size);
      if (size > limit) return;
      added.unshift(field);
      bytes += size;
    },
    resize: (most) => {
      if (most > MAX_BYTES) return false;
      limit = most;
      evict(most);
      return true;
    },
  };
}

export function sizeOf([name, value]: Header): number {
  return name.length + value.length + ENTRY_BYTES;
}
