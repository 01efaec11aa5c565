/** Examines the end of a file that several processes append to. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const LINE_END = 0x0a;

export type FileEnd = {
  readonly size: number;
  /** True when the last byte is not a line end. */
  readonly isWithinLine: boolean;
};

/** Returns the end of an open file. `path`: the path of the same file. */
export function fileEnd(descriptor: number, path: string): FileEnd {
  const { size } = fstatSync(descriptor);
  return { size, isWithinLine: size > 0 && !endsWithLine(path, size) };
}

/** Returns true also when the file cannot be read, because then the line could not be completed either. */
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
