/** Reports whether a disk is full for this process. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** `path`: any file on the disk. Returns false when the system does not report it. */
export function isDiskFull(path: string): boolean {
  try {
    const { bavail, bfree } = statfsSync(dirname(path));
    // The superuser may also use reserved blocks.
    return (process.getuid?.() === 0 ? bfree : bavail) === 0;
  } catch {
    return false;
  }
}
