/** Creates a folder that looks like the project, with the OWASP CRS in it if it is available. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { disk } from '#compiler/cli/project/disk.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { formatRulesLock, RULES_LOCK } from '#compiler/rules-lock.ts';

export type Workspace = {
  /** Absolute path; the caller removes the folder. */
  readonly folder: string;
  /** Its rule files, by relative path. */
  readonly files: RuleFiles;
};

/** Uses the CRS that `make rules` has put into rules/, else the shared copy, else the built-in rules only. */
export function createWorkspace(sharedData: string): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  for (const name of ['profiles', 'runtime']) symlinkSync(resolve(name), join(folder, name));
  mkdirSync(join(folder, 'rules'));
  for (const name of readdirSync('rules')) {
    symlinkSync(resolve('rules', name), join(folder, 'rules', name));
  }
  const crs = resolve(sharedData, 'crs/rules');
  if (!existsSync('rules/crs') && existsSync(crs)) {
    symlinkSync(crs, join(folder, 'rules/crs'));
    rmSync(join(folder, RULES_LOCK), { force: true });
    writeFileSync(join(folder, RULES_LOCK), formatRulesLock('rules/crs', 'shared'));
  }
  return { folder, files: filesIn(folder) };
}

function filesIn(folder: string): RuleFiles {
  return {
    read: (path) => disk.read(resolve(folder, path)),
    glob: (pattern) => disk.glob(resolve(folder, pattern)).map((path) => relative(folder, path)),
  };
}
