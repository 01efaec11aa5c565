/** Rule files on disk; the compiler's only reader of it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { RuleFiles } from '../../rule-files.ts';

/** Opened by its number: where it is a socket, its path cannot be. */
const STANDARD_INPUT = '/dev/stdin';

/** What is no file can be read once only, and is asked for more often: standard input, `<(command)`. */
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
  glob: (pattern) => expand(pattern).toSorted(byBytes),
};

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Wildcards do not cross slashes, and a leading `*` matches no hidden file. */
function expand(pattern: string): readonly string[] {
  let found: readonly string[] = [pattern.startsWith('/') ? '/' : ''];
  const parts = pattern.split('/').filter((part) => part !== '');
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    found = found.flatMap((folder) => matchPart(folder, part, isLast));
  });
  return found;
}

function matchPart(folder: string, part: string, isLast: boolean): readonly string[] {
  const join = (name: string): string => (isLast ? folder + name : `${folder}${name}/`);
  if (!/[*?[]/.test(part)) return exists(folder + part) ? [join(part)] : [];
  const source = part
    .replace(/[\\^$.|+(){}]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!', '[^');
  const expression = new RegExp(`^${source}$`);
  return list(folder)
    .filter((name) => expression.test(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map(join);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder);
  } catch {
    return [];
  }
}
