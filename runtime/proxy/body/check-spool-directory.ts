/** Whether large bodies can be put on disk: asked at the start, or the first of them would be the first to know. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../message-of.ts';

/** One sentence when no file can be made in the directory; undefined when nothing is in the way. */
export function spoolDirectoryProblem(directory: string): string | undefined {
  try {
    accessSync(join(directory, '.'), constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `SecDataDir ${directory} cannot be written to: ${messageOf(error)}.`;
  }
}
