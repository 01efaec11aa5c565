/** Reads what a running proxy appends to its error log. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { readOrThrow } from './yaml-fields.ts';

export type LogTail = {
  /** Returns the complete lines that were appended since the last call, without line ends. */
  readonly readLines: () => readonly ByteString[];
  readonly close: () => void;
};

/** Opens `file`, for reading from its present end. Throws FtwFileError. */
export function openLogTail(file: string): LogTail {
  const descriptor = readOrThrow(file, (path) => openSync(path, 'r'));
  let offset = fstatSync(descriptor).size;
  let partial = '';
  return {
    readLines() {
      const length = fstatSync(descriptor).size - offset;
      if (length <= 0) return [];
      const bytes = Buffer.alloc(length);
      const read = readSync(descriptor, bytes, 0, length, offset);
      offset += read;
      const lines = (partial + bytes.toString('latin1', 0, read)).split('\n');
      partial = lines.pop() ?? '';
      return lines;
    },
    close: () => closeSync(descriptor),
  };
}
