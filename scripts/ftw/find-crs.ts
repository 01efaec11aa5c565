/** Finds the OWASP CRS: in CRS_DIR, in the shared copy beside the checkout, or in what `make rules` has fetched. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export type Crs = {
  /** Rule files and patterns in load order. */
  readonly entries: readonly string[];
  /** The folder of the regression tests (YAML). */
  readonly tests: string;
};

/** Folders of tests: in a release they are deeper than in a copy made for testing. */
const TEST_FOLDERS = ['tests/regression/tests', 'tests'];
const SETUP = 'crs-setup.conf.example';

/** Returns undefined when no folder contains rules with their tests. */
export function findCrs(
  environment: Readonly<Record<string, string | undefined>>,
): Crs | undefined {
  const { CRS_DIR, SHARED_DATA = '../shared/data' } = environment;
  const folders = CRS_DIR ? [CRS_DIR] : [join(SHARED_DATA, 'crs'), 'rules/crs'];
  return folders.map(crsIn).find((crs) => crs !== undefined);
}

function crsIn(folder: string): Crs | undefined {
  const tests = TEST_FOLDERS.map((name) => join(folder, name)).find((path) => existsSync(path));
  const setup = join(folder, SETUP);
  if (tests === undefined || !existsSync(setup)) return undefined;
  const rules = existsSync(join(folder, 'rules')) ? join(folder, 'rules') : folder;
  return { entries: [setup, join(rules, '*.conf')], tests };
}
