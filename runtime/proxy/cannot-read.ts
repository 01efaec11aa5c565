/** Says why a file cannot be read, for the operator and for users of the command line. */
import { errorCode } from './error-code.ts';
import { messageOf } from './message-of.ts';

/** A sentence for each code of Node's errors. */
export const whyUnreadable: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'There is no such file.'],
  ['ENOTDIR', 'A part of its path is not a folder.'],
  ['EISDIR', 'It is a folder.'],
  ['EACCES', 'The user of the proxy has no permission to read it.'],
  ['EPERM', 'The user of the proxy has no permission to read it.'],
  ['ENXIO', 'It is a socket.'],
  ['ELOOP', 'It is a link to itself.'],
]);

/** Returns the message about the error that reading the file has thrown. */
export function cannotRead(path: string, error: unknown): string {
  return `${path} cannot be read. ${whyUnreadable.get(errorCode(error)) ?? messageOf(error)}`;
}
