/** Reads files of a rule set's repository: its list of tags, its tests, and which rules need no test. */
import { besideFile, type RuleFiles } from '../../rule-files.ts';
import type { SourceFile } from '../../source.ts';

/** The root of the repository, relative to its rules: the same folder or the one above. */
const ROOTS = ['', '../'];

/** Returns the folder of a rule file, with a slash at the end, as the other functions take it. */
export function folderOf({ path }: SourceFile): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

export const APPROVED_TAGS = 'util/APPROVED_TAGS';

/** Returns the approved tags; undefined when the repository has no such list. */
export function approvedTags(folder: string, files: RuleFiles): ReadonlySet<string> | undefined {
  const lines = linesOf(APPROVED_TAGS, folder, files);
  return lines && new Set(lines);
}

/** Folders of FTW tests in the OWASP CRS, its plugins and its releases. */
const TESTS = ['tests/regression/tests/*', 'tests/regression/*', 'tests/*', 'tests'];

/** Returns the ids in the file names of tests; undefined when there are no tests. */
export function testedIds(folder: string, files: RuleFiles): ReadonlySet<number> | undefined {
  const patterns = ROOTS.flatMap((root) => TESTS.map((folder) => `${root}${folder}/*.yaml`));
  const found = patterns.flatMap((pattern) => files.glob(besideFile(folder, pattern)));
  const ids = found.flatMap((path) => {
    const [, id] = /\/(\d+)\.yaml$/.exec(path) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return ids.length === 0 ? undefined : new Set(ids);
}

/** Returns the prefixes of the ids of rules that need no test. */
export function untestedPrefixes(folder: string, files: RuleFiles): readonly string[] {
  return linesOf('util/TESTS_EXCLUSIONS', folder, files) ?? [];
}

/** Returns the lines of a file, without empty lines and comments. */
function linesOf(path: string, folder: string, files: RuleFiles): readonly string[] | undefined {
  const texts = ROOTS.map((root) => files.read(besideFile(folder, root + path)));
  const text = texts.find((each) => each !== undefined);
  const lines = text?.split('\n').map((line) => line.trim());
  return lines?.filter((line) => line !== '' && !line.startsWith('#'));
}
