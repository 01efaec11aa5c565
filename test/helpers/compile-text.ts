/** Rule text in memory -> Program and diagnostics. */
import type { Pass } from '#compiler/3-specialize/program.ts';
import { type Compilation, compile, type Profile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';

export type TextFiles = Readonly<Record<string, string>>;

/** Files that exist only in memory; a pattern is a path with `*` in it. */
export function memoryFiles(texts: TextFiles): RuleFiles {
  const files = new Map(Object.entries(texts));
  return {
    read: (path) => files.get(path),
    glob: (pattern) => {
      const source = pattern.replace(/[.+()]/g, '\\$&').replaceAll('*', '[^/]*');
      return [...files.keys()].filter((path) => new RegExp(`^${source}$`).test(path)).toSorted();
    },
  };
}

/** `rules.conf` holds `text`; `files` are the ones it names. */
export function compileText(
  text: string,
  files: TextFiles = {},
  passes?: readonly Pass[],
  options: Partial<Profile> = {},
): Compilation {
  const all = memoryFiles({ ...files, 'rules.conf': text });
  return compile({ ...profileOfEntries('test', ['rules.conf']), ...options }, all, passes);
}
