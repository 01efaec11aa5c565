/** Whether a disk takes more from this process. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** `path`: of a file on it. False when the system does not say. */
export function isDiskFull(path: string): boolean {
  try {
    const { bavail, bfree } = statfsSync(dirname(path));
    // The superuser may use the blocks that are kept back for it.
    return (process.getuid?.() === 0 ? bfree : bavail) === 0;
  } catch {
    return false;
  }
}
