/** Where rule files come from: the disk for the command line, a map for tests. */

export type RuleFiles = {
  /** The text (latin1, one char a byte) of the file; undefined: it cannot be read. */
  readonly read: (path: string) => string | undefined;
  /** Paths that match a pattern with `*`, `?` and `[...]`, in byte order. */
  readonly glob: (pattern: string) => readonly string[];
};

export function hasWildcard(path: string): boolean {
  return /[*?[]/.test(path);
}

/** `name` as seen from the file `from`; absolute paths stay. */
export function besideFile(from: string, name: string): string {
  if (name.startsWith('/')) return name;
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return normalize(folder + name);
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
