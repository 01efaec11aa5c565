/** Errors of the file system in words. */
import { NO_SUCH_FILE } from '#compiler/rule-files.ts';
import { messageOf } from '#proxy/message-of.ts';

const SENTENCES: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', NO_SUCH_FILE],
  ['ENOTDIR', 'A part of its path is not a folder.'],
  ['EISDIR', 'It is a folder.'],
  ['EACCES', 'You have no permission to read it.'],
  ['EPERM', 'You have no permission to read it.'],
  ['ENXIO', 'It is a socket.'],
  ['ELOOP', 'It is a link to itself.'],
]);

const OF_WRITING: ReadonlyMap<unknown, string> = new Map([
  ...SENTENCES,
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
  return sentenceOf(error, SENTENCES);
}

/** Returns a sentence that says why a file cannot be written. */
export function whyUnwritable(error: unknown): string {
  return sentenceOf(error, OF_WRITING);
}

function sentenceOf(error: unknown, sentences: ReadonlyMap<unknown, string>): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return sentences.get(code) ?? `${messageOf(error)}.`;
}
