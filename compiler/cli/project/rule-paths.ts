/** Rule files as the command line names them: by path, by pattern, or by their folder. */
import { hasWildcard, type RuleFiles } from '#compiler/rule-files.ts';

/** Returns the path or pattern of an entry; for a folder, its rule files. Undefined when nothing exists there. */
export function entryOf(path: string, files: RuleFiles): string | undefined {
  if (hasWildcard(path)) return files.glob(path).length > 0 ? path : undefined;
  if (files.read(path) !== undefined) return path;
  const inside = path === '.' ? '*.conf' : `${path.replace(/\/$/, '')}/*.conf`;
  return files.glob(inside).length > 0 ? inside : undefined;
}

/** Returns the paths of all files. A path at which nothing exists stays as it is; a pattern without files has none. */
export function pathsOf(names: readonly string[], files: RuleFiles): readonly string[] {
  return names.flatMap((name) => {
    const entry = entryOf(name, files) ?? name;
    return hasWildcard(entry) ? files.glob(entry) : [entry];
  });
}

/** Returns the first pattern that matches no file. */
export function unmatched(names: readonly string[], files: RuleFiles): string | undefined {
  return names.find((name) => hasWildcard(name) && files.glob(name).length === 0);
}
