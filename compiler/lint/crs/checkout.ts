/** What the repository of a rule set has beside its rules: the list of its tags, its tests, and which rules need none. */
import { besideFile, type RuleFiles } from '../../rule-files.ts';
import type { SourceFile } from '../../source.ts';

/** The root of the repository as seen from its rules: they lie there, or in a folder of it. */
const ROOTS = ['', '../'];

/** Where a rule file lies, with the slash: what the other functions take. */
export function folderOf({ path }: SourceFile): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

export const APPROVED_TAGS = 'util/APPROVED_TAGS';

/** undefined: the repository has no such list. */
export function approvedTags(folder: string, files: RuleFiles): ReadonlySet<string> | undefined {
  const lines = linesOf(APPROVED_TAGS, folder, files);
  return lines && new Set(lines);
}

/** Where FTW tests lie: in the OWASP CRS, in its plugins, in its releases. */
const TESTS = ['tests/regression/tests/*', 'tests/regression/*', 'tests/*', 'tests'];

/** Ids of which a file of tests is named; undefined: there are no tests. */
export function testedIds(folder: string, files: RuleFiles): ReadonlySet<number> | undefined {
  const patterns = ROOTS.flatMap((root) => TESTS.map((folder) => `${root}${folder}/*.yaml`));
  const found = patterns.flatMap((pattern) => files.glob(besideFile(folder, pattern)));
  const ids = found.flatMap((path) => {
    const [, id] = /\/(\d+)\.yaml$/.exec(path) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return ids.length === 0 ? undefined : new Set(ids);
}

/** How the ids begin of rules that need no test. */
export function untestedPrefixes(folder: string, files: RuleFiles): readonly string[] {
  return linesOf('util/TESTS_EXCLUSIONS', folder, files) ?? [];
}

/** Without empty lines and comments. */
function linesOf(path: string, folder: string, files: RuleFiles): readonly string[] | undefined {
  const texts = ROOTS.map((root) => files.read(besideFile(folder, root + path)));
  const text = texts.find((each) => each !== undefined);
  const lines = text?.split('\n').map((line) => line.trim());
  return lines?.filter((line) => line !== '' && !line.startsWith('#'));
}
