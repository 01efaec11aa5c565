/** The end of a file that several processes append to. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const LINE_END = 0x0a;

export type FileEnd = {
  readonly size: number;
  /** True when the last byte is not a line end. */
  readonly isWithinLine: boolean;
};

/** Of an open file and its path. */
export function fileEnd(descriptor: number, path: string): FileEnd {
  const { size } = fstatSync(descriptor);
  return { size, isWithinLine: size > 0 && !endsWithLine(path, size) };
}

/** True as well when the file cannot be read: then it cannot be mended either. */
function endsWithLine(path: string, size: number): boolean {
  try {
    const descriptor = openSync(path, 'r');
    const last = Buffer.alloc(1);
    readSync(descriptor, last, 0, 1, size - 1);
    closeSync(descriptor);
    return last[0] === LINE_END;
  } catch {
    return true;
  }
}
