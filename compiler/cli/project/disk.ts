/** Rule files on disk. The compiler reads the disk only through this. */
import { readFileSync, statSync } from 'node:fs';
import { matchingPaths } from '../../../runtime/proxy/waf/expand-paths.ts';
import type { RuleFiles } from '../../rule-files.ts';

/** Read by its file descriptor, because a socket cannot be opened by its path. */
const STANDARD_INPUT = '/dev/stdin';

/** Content of streams, which can be read only once: standard input, `<(command)`. */
const streams = new Map<string, string>();

function readOnce(path: string): string {
  const known = streams.get(path);
  if (known !== undefined) return known;
  const isFile = path !== STANDARD_INPUT && statSync(path).isFile();
  const text = readFileSync(path === STANDARD_INPUT ? 0 : path, 'latin1');
  if (!isFile) streams.set(path, text);
  return text;
}

/** Relative paths are relative to the working directory. */
export const disk: RuleFiles = {
  read: (path) => {
    try {
      return readOnce(path);
    } catch {
      return undefined;
    }
  },
  glob: matchingPaths,
};
