/**
 * Names and paths from the network as SecLang text. What is not plain is written as an expression of
 * `\xHH` escapes, so that no byte of it can end a quote, a list or an action.
 */
import type { ByteString } from '../../../../runtime/engine/bytes/byte-string.ts';

/** Chars of a name or a path after which nobody should look for more. */
const LONGEST = 200;

/** A part that varies from request to request, in shapes (shape.ts). No byte string holds this char. */
export const VARIES = '\u0100';

/** A segment of a path that may be any text, in shapes. No byte string holds this char. */
export const ANY_SEGMENT = '\u0101';

const PLAIN_KEY = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const PLAIN_PATH = /^\/[A-Za-z0-9_.~/-]*$/;

/** `name` or `/^na\x22me$/` for after `ARGS:`; undefined: too long to be a name. */
export function quoteKey(key: ByteString): string | undefined {
  if (key.length > LONGEST) return undefined;
  return PLAIN_KEY.test(key) ? key : `/^${escapeBytes(key)}$/`;
}

/** The same for a shape: its varying parts are numbers. */
export function quoteKeyShape(shape: string): string | undefined {
  if (shape.length > LONGEST) return undefined;
  return `/^${shape.split(VARIES).map(escapeBytes).join('[0-9]+')}$/`;
}

/** The operator that matches exactly this path; undefined: too long. */
export function quotePath(path: ByteString): string | undefined {
  if (path.length > LONGEST) return undefined;
  return PLAIN_PATH.test(path) ? `@streq ${path}` : `@rx ^${escapePath(path)}$`;
}

/** The operator that matches every path of the shape. */
export function quotePathShape(shape: string): string | undefined {
  if (shape.length > LONGEST) return undefined;
  const segments = shape
    .split(ANY_SEGMENT)
    .map((part) => part.split(VARIES).map(escapePath).join('[0-9A-Fa-f-]+'));
  return `@rx ^${segments.join('[^/]+')}$`;
}

/** The operator that matches every path below the folder, which ends in a slash. */
export function quoteFolder(folder: ByteString): string | undefined {
  if (folder.length > LONGEST) return undefined;
  return PLAIN_PATH.test(folder) ? `@beginsWith ${folder}` : `@rx ^${escapePath(folder)}`;
}

/** Slashes would end a selector between slashes; an operator can show them as they are. */
function escapePath(path: ByteString): string {
  return path.split('/').map(escapeBytes).join('/');
}

function escapeBytes(text: ByteString): string {
  return text.replace(/[^A-Za-z0-9_-]/g, (char) => (char === '.' ? '\\.' : hex(char)));
}

/** Text of requests as part of a comment or a report: printable, on one line, of at most `length` chars. */
export function shown(text: ByteString, length = 60): string {
  const cut = text.length > length ? `${text.slice(0, length)}...` : text;
  return cut.replace(/[^ -~]|\\/g, hex);
}

function hex(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
