/** Access to rule files: the disk for the command line, a map for tests and the playground. */
import { textOfBytes } from './utf8.ts';

export type RuleFiles = {
  /** Returns the text of the file (latin1, one char a byte), or undefined when it cannot be read. */
  readonly read: (path: string) => string | undefined;
  /** Returns a sentence that says why `read` has not returned the file, where that is known. */
  readonly whyUnreadable?: (path: string) => string | undefined;
  /** Returns the paths that match a pattern with `*`, `?` and `[...]`, in byte order. */
  readonly glob: (pattern: string) => readonly string[];
};

export const STANDARD_INPUT = '/dev/stdin';
export const NO_SUCH_FILE = 'There is no such file.';

/** Returns why `read` has not returned a file that exists; undefined when it does not exist, or the reason is unknown. */
export function whyNotRead(path: string, files: RuleFiles): string | undefined {
  const why = files.whyUnreadable?.(path);
  return why === NO_SUCH_FILE ? undefined : why;
}

/** Returns the message about a file that `read` has not returned. `name` is what the message calls it. */
export function cannotRead(path: string, files: RuleFiles, name = path): string {
  const why = files.whyUnreadable?.(path);
  return why === undefined ? `Cannot read ${name}.` : `Cannot read ${name}. ${why}`;
}

/** Returns the path of a file that a command line names: `-` is standard input. */
export function inputPath(name: string): string {
  return name === '-' ? STANDARD_INPUT : name;
}

export function hasWildcard(path: string): boolean {
  return /[*?[]/.test(path);
}

/** Decodes a path that is written in a rule file. The text of the file is bytes; names on disk are UTF-8. */
export function pathOfBytes(bytes: string): string {
  return textOfBytes(bytes);
}

/**
 * Resolves `name`, as written (in bytes) in the rule file `from`, against the folder of that file. An absolute path
 * stays unchanged.
 */
export function besideFile(from: string, name: string): string {
  const path = pathOfBytes(name);
  if (path.startsWith('/')) return path;
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return normalize(folder + path);
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
