/** What a compiled profile depends on: files with their checksums, and files that did not exist. */
import type { RuleFiles } from '#compiler/rule-files.ts';
import { sha256 } from '#compiler/sha256.ts';
import type { Manifest } from '#engine/host/compiled-waf.ts';
import type { Lookups } from '../project/record-lookups.ts';

export type Dependencies = {
  readonly sources: Manifest['sources'];
  /** Patterns such as those of Include, and the files that they matched. */
  readonly matches: readonly (readonly [pattern: string, paths: readonly string[]])[];
  /** Files that were looked up and did not exist, such as that of an IncludeOptional. */
  readonly missing: readonly string[];
};

export function dependenciesOf(
  { sources }: Manifest,
  { paths, patterns }: Lookups,
  files: RuleFiles,
): Dependencies {
  const read = new Set(sources.map(({ file }) => file));
  return {
    sources,
    matches: Array.from(patterns, (pattern) => [pattern, files.glob(pattern)] as const),
    missing: [...paths].filter((path) => !read.has(path)),
  };
}

export function areUnchanged(
  { sources, matches, missing }: Dependencies,
  files: RuleFiles,
): boolean {
  return (
    sources.every(({ file, sha256: sum }) => sha256(files.read(file) ?? '') === sum) &&
    matches.every(([pattern, paths]) => files.glob(pattern).join('\0') === paths.join('\0')) &&
    missing.every((path) => files.read(path) === undefined)
  );
}
