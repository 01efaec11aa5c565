/** Decides where exclusions belong in the profile, and returns the profile with their files. */
import type { Text } from '#compiler/1-parse/ast.ts';
import type { RuleSet } from '#compiler/2-resolve/ruleset.ts';
import type { Profile } from '#compiler/compile.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { readRules } from '#compiler/read-rules.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { ExclusionFiles } from './write-exclusions.ts';

export type Placed = {
  readonly profile: Profile;
  readonly files: RuleFiles;
  /** The entry of the profile before which the first file belongs. */
  readonly beforeEntry: string;
};

export type ExclusionPaths = { readonly before: string; readonly after: string };

/** Returns the paths of both files: `exclusions.conf` and, in the same folder, `exclusions.after.conf`. */
export function exclusionPaths(out: string): ExclusionPaths {
  return { before: out, after: out.replace(/(\.[^./]*)?$/, '.after$1') };
}

/** Run-time exclusions must be before every rule that they name, load-time exclusions after them. */
export function location(
  profile: Profile,
  files: RuleFiles,
  ruleSet: RuleSet,
  ruleIds: readonly number[],
  paths: ExclusionPaths,
  texts: ExclusionFiles,
): Placed {
  const index = firstEntryWith(profile, files, ruleSet, ruleIds);
  const { entries } = profile;
  return {
    profile: {
      name: profile.name,
      entries: [
        ...entries.slice(0, index),
        ...(texts.before === '' ? [] : [entryOf(paths.before)]),
        ...entries.slice(index),
        ...(texts.after === '' ? [] : [entryOf(paths.after)]),
      ],
    },
    files: overlay(
      files,
      new Map([
        [paths.before, texts.before],
        [paths.after, texts.after],
      ]),
    ),
    beforeEntry: entries[index]?.text ?? '',
  };
}

function entryOf(text: string): Text {
  return { text, span: { source: { path: 'command line', text }, start: 0, end: text.length } };
}

function firstEntryWith(
  { entries }: Profile,
  files: RuleFiles,
  ruleSet: RuleSet,
  ruleIds: readonly number[],
): number {
  const holders = new Set(
    ruleSet.entries
      .filter((entry) => entry.kind === 'Rule' && ruleIds.includes(entry.id))
      .map(({ span }) => span.source.path),
  );
  const index = entries.findIndex((entry) =>
    readRules([entry], files, new Diagnostics()).sources.some(({ path }) => holders.has(path)),
  );
  return Math.max(0, index);
}

function overlay(files: RuleFiles, texts: ReadonlyMap<string, string>): RuleFiles {
  return { ...files, read: (path) => texts.get(path) ?? files.read(path) };
}

/** Returns the first multiple of 100 from which `count` ids are free, in the range for users (1 to 99,999). */
export function freeIds({ entries }: RuleSet, count: number): number | undefined {
  const used = new Set(entries.flatMap((entry) => (entry.kind === 'Rule' ? [entry.id] : [])));
  for (let first = 1000; first + count <= 100_000; first += 100) {
    const ids = Array.from({ length: count }, (_, index) => first + index);
    if (ids.every((id) => !used.has(id))) return first;
  }
  return undefined;
}
