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

/** Returns a sentence that says why a file cannot be read. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return SENTENCES.get(code) ?? `${messageOf(error)}.`;
}
