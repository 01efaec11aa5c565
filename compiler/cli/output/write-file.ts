/** Writes a file in one step: whatever interrupts it, the file has its old or its new content. */
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';

/**
 * Codes of errors after which the file itself may still be writable: a folder that may not be written to, a file of
 * another user, a file that is a mount point, as in containers.
 */
const OVERWRITABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM', 'EROFS', 'EXDEV']);

/**
 * Writes `text` to a file beside `path` that then takes its name, with the mode and the owner of the old file. A symbolic
 * link stays a link. Throws what the file system reports.
 */
export function writeFile(path: string, text: string, encoding: 'latin1' | 'utf8' = 'utf8'): void {
  const before = statSync(path, { throwIfNoEntry: false });
  // What is not a plain file, such as /dev/stdout, is written to and not replaced.
  if (before !== undefined && !before.isFile()) {
    writeFileSync(path, text, encoding);
    return;
  }
  const target = before === undefined ? path : realpathSync(path);
  const unfinished = `${target}.${process.pid}.new`;
  try {
    writeLike(before, unfinished, Buffer.from(text, encoding));
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (before === undefined || !OVERWRITABLE.has(codeOf(error))) throw error;
    writeFileSync(target, text, encoding);
  }
}

function writeLike(before: Stats | undefined, path: string, bytes: Buffer): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, bytes);
    // Otherwise a crash of the machine may leave the new name without the content.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (before === undefined) return;
  const { uid, gid } = statSync(path);
  if (uid !== before.uid || gid !== before.gid) chownSync(path, before.uid, before.gid);
  chmodSync(path, before.mode);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
