/** Rule files on disk. The compiler reads the disk only through this. */
import { constants } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type RuleFiles, STANDARD_INPUT } from '#compiler/rule-files.ts';
import { matchingPaths } from '#proxy/waf/expand-paths.ts';
import { reasonOf } from '../output/reason-of.ts';

/** Content of streams, which can be read only once: standard input, `<(command)`. */
const streams = new Map<string, string>();

/** Why the last attempt to read a path has failed. */
const reasons = new Map<string, string>();

/** Bytes that are read from a device; /dev/zero has no end. */
const MOST_OF_DEVICE = 64 << 20;
const CHUNK = 1 << 20;

class TooLong extends Error {}

function readOnce(path: string): string {
  const known = streams.get(path);
  if (known !== undefined) return known;
  // A socket cannot be opened by its path.
  const file = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  try {
    const stats = fstatSync(file);
    if (stats.isFile() || stats.isDirectory()) {
      if (stats.size > constants.MAX_STRING_LENGTH) throw new TooLong();
      const text = readFileSync(file, 'latin1');
      if (file === 0) streams.set(path, text);
      return text;
    }
    const most = stats.isCharacterDevice() ? MOST_OF_DEVICE : constants.MAX_STRING_LENGTH;
    const text = readStream(file, most);
    streams.set(path, text);
    return text;
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function readStream(file: number, most: number): string {
  const chunks: Buffer[] = [];
  for (let length = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(file, chunk);
    if (read === 0) return Buffer.concat(chunks).toString('latin1');
    chunks.push(chunk.subarray(0, read));
    length += read;
    if (length > most) throw new TooLong();
  }
}

/** Relative paths are relative to the working directory. */
export const disk: RuleFiles = {
  read: (path) => {
    try {
      const text = readOnce(path);
      reasons.delete(path);
      return text;
    } catch (error) {
      reasons.set(path, error instanceof TooLong ? 'It is too long.' : reasonOf(error));
      return undefined;
    }
  },
  whyUnreadable: (path) => reasons.get(path),
  glob: matchingPaths,
};
