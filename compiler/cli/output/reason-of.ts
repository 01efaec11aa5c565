/** Errors of the file system in words. */
import { NO_SUCH_FILE } from '#compiler/rule-files.ts';
import { whyUnreadable } from '#proxy/cannot-read.ts';
import { errorCode } from '#proxy/error-code.ts';
import { messageOf } from '#proxy/message-of.ts';

const OF_READING: ReadonlyMap<string, string> = new Map([
  ...whyUnreadable,
  ['ENOENT', NO_SUCH_FILE],
  ['EACCES', 'You have no permission to read it.'],
  ['EPERM', 'You have no permission to read it.'],
]);

const OF_WRITING: ReadonlyMap<string, string> = new Map([
  ...OF_READING,
  ['ENOENT', 'There is no such folder.'],
  // A file has the name of a folder that would be created.
  ['EEXIST', 'A part of its path is not a folder.'],
  ['EACCES', 'You have no permission to write it.'],
  ['EPERM', 'You have no permission to write it.'],
  ['EROFS', 'The file system can only be read.'],
  ['ENOSPC', 'The disk is full.'],
]);

/** Returns a sentence that says why a file cannot be read. */
export function reasonOf(error: unknown): string {
  return sentenceOf(error, OF_READING);
}

/** Returns a sentence that says why a file cannot be written. */
export function whyUnwritable(error: unknown): string {
  return sentenceOf(error, OF_WRITING);
}

function sentenceOf(error: unknown, sentences: ReadonlyMap<string, string>): string {
  return sentences.get(errorCode(error)) ?? `${messageOf(error)}.`;
}
