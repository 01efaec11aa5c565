/**
 * White space, names and comments of XML 1.0 (2.3, 2.5), over bytes. Each byte of a character outside ASCII counts as
 * part of a name.
 */
import type { ByteString } from '../bytes/byte-string.ts';

/** Parts of regular expressions: white space, character classes without brackets for the bytes of a name, a whole name. */
export const SPACE = '[\\t\\n\\r ]';
export const NAME_START = 'A-Za-z_:\\x80-\\xff';
export const NAME_PART = `-.0-9${NAME_START}`;
export const NAME = `[${NAME_START}][${NAME_PART}]*`;

const starts = membersOf(NAME_START);
const parts = membersOf(NAME_PART);

function membersOf(members: string): readonly boolean[] {
  const expression = new RegExp(`[${members}]`);
  return Array.from({ length: 256 }, (_, byte) => expression.test(String.fromCharCode(byte)));
}

/** Returns whether a name may begin with the byte. */
export function isNameStart(code: number): boolean {
  return starts[code] === true;
}

/** Returns the end of the name at `start`; `start` itself when none begins there. */
export function endOfName(text: ByteString, start: number): number {
  if (!isNameStart(text.charCodeAt(start))) return start;
  let at = start + 1;
  while (parts[text.charCodeAt(at)] === true) at += 1;
  return at;
}

/** Returns whether the comment whose content is from `start` to `end` contains `--`, or ends with `-`: both are errors. */
export function hasDoubleHyphen(text: ByteString, start: number, end: number): boolean {
  const at = text.indexOf('--', start);
  return at !== -1 && at < end;
}
