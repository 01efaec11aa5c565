/** Installs verified rule files: either all of them or none. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ReleaseFiles } from './release-files.ts';

/** Replaces the contents of `target` by the files, without their folders. */
export function installRules(files: ReleaseFiles, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  // The scratch folder is beside the target, because a rename must not cross file systems.
  const scratch = mkdtempSync(join(dirname(target), '.crs-'));
  const fresh = join(scratch, 'new');
  const old = join(scratch, 'old');
  try {
    mkdirSync(fresh);
    for (const [path, content] of files) writeFileSync(join(fresh, basename(path)), content);
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
  } catch (error) {
    if (!existsSync(target) && existsSync(old)) renameSync(old, target);
    throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
