/** Records which rule files are looked up, so that files which appear later are noticed as well. */
import type { RuleFiles } from '#compiler/rule-files.ts';

export type Lookups = {
  /** Paths that were read, in order; some of these files may not exist. */
  readonly paths: ReadonlySet<string>;
  /** Patterns of which the matching files were listed. */
  readonly patterns: ReadonlySet<string>;
};

/** Returns files like `files`, and what is looked up in them from now on. */
export function recordLookups(files: RuleFiles): {
  readonly files: RuleFiles;
  readonly lookups: Lookups;
} {
  const paths = new Set<string>();
  const patterns = new Set<string>();
  const recorded: RuleFiles = {
    ...files,
    read: (path) => {
      paths.add(path);
      return files.read(path);
    },
    glob: (pattern) => {
      patterns.add(pattern);
      return files.glob(pattern);
    },
  };
  return { files: recorded, lookups: { paths, patterns } };
}
