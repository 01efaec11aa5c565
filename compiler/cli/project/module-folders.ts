/** Folders for compiled rules: Node imports a module only from a file. */
import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PROJECT } from '#compiler/project.ts';
import { messageOf } from '#proxy/message-of.ts';
import { UserError } from '../output/user-error.ts';

/** The node_modules folder of the checkout, or the one in which this package is installed. */
const PACKAGES =
  basename(dirname(PROJECT)) === 'node_modules' ? dirname(PROJECT) : `${PROJECT}/node_modules`;

/** Possible folders, in order of preference: installed packages may belong to another user. */
export const CACHE_FOLDERS: readonly string[] = [
  `${PACKAGES}/.cache/portcullis`,
  `${homedir()}/.cache/portcullis`,
];

/** Returns the first writable folder, else a temporary one. It is never one that all users share, because its content is executed. */
export function cacheFolder(folders: readonly string[] = CACHE_FOLDERS): string {
  const found = folders.find((folder) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  });
  return found ?? temporaryFolder();
}

/** Creates a folder that only this user can read. Throws a UserError when that is impossible. */
export function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'portcullis-'));
  } catch (error) {
    throw unwritableFolder(tmpdir(), 'TMPDIR', error);
  }
}

/** `variable` is the environment variable that names another folder. */
export function unwritableFolder(folder: string, variable: string, error: unknown): UserError {
  return new UserError(
    `Compiled rules cannot be written to ${folder}: ${messageOf(error)}. Set ${variable} to a folder that you can write to.`,
  );
}
