/** Opens the target of a log. */
import { closeSync, constants, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from './make-directory.ts';

const STANDARD: ReadonlyMap<string, number> = new Map([
  ['stdout', 1],
  ['stderr', 2],
]);

/** Returns true for `stdout` and `stderr`, which are never opened or closed. */
export function isStandard(target: string): boolean {
  return STANDARD.has(target);
}

/** Returns a descriptor for appending to the target, whose directory is created. Throws when it cannot be opened. */
export function openTarget(target: string): number {
  const standard = STANDARD.get(target);
  if (standard !== undefined) return standard;
  makeDirectory(dirname(target));
  return isNamedPipe(target) ? openNamedPipe(target) : openSync(target, APPEND, 0o640);
}

const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;

function isNamedPipe(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isFIFO() === true;
}

/**
 * Opens a named pipe (mkfifo). Opening one for writing waits for a reader, and the whole process with it; so a
 * descriptor of ours is the reader meanwhile. Without another reader writes then fail, and records wait in the queue.
 */
function openNamedPipe(target: string): number {
  const reader = openSync(target, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return openSync(target, constants.O_WRONLY);
  } finally {
    closeSync(reader);
  }
}
