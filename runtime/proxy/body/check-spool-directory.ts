/** Checks at start whether large bodies can be stored on disk. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../message-of.ts';

/** Returns one sentence when no file can be created in the directory; undefined when that is possible. */
export function spoolDirectoryProblem(directory: string): string | undefined {
  try {
    accessSync(join(directory, '.'), constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `SecDataDir ${directory} cannot be written to: ${messageOf(error)}.`;
  }
}
