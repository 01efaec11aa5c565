/** Rule files on disk; the compiler's only reader of it. */
import { readFileSync, statSync } from 'node:fs';
import { matchingPaths } from '../../../runtime/proxy/waf/expand-paths.ts';
import type { RuleFiles } from '../../rule-files.ts';

/** Opened by its number: where it is a socket, its path cannot be. */
const STANDARD_INPUT = '/dev/stdin';

/** What is no file can be read once only, and is read again from here: standard input, `<(command)`. */
const streams = new Map<string, string>();

function readOnce(path: string): string {
  const known = streams.get(path);
  if (known !== undefined) return known;
  const isFile = path !== STANDARD_INPUT && statSync(path).isFile();
  const text = readFileSync(path === STANDARD_INPUT ? 0 : path, 'latin1');
  if (!isFile) streams.set(path, text);
  return text;
}

/** Relative paths are seen from the working directory. */
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
