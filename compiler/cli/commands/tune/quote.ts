/**
 * Quotes names and paths from the network as SecLang text. Special bytes are written as `\xHH` escapes of an
 * expression, so that no byte can end a quote, a list or an action.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/** The maximum length of a name or path, in chars. */
const LONGEST = 200;

/** Stands for a part that varies from request to request, in shapes (shape.ts). No byte string contains this char. */
export const VARIES = '\u0100';

/** Stands for a segment of a path with any text, in shapes. No byte string contains this char. */
export const ANY_SEGMENT = '\u0101';

const PLAIN_KEY = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const PLAIN_PATH = /^\/[A-Za-z0-9_.~/-]*$/;

/** Returns `name` or `/^na\x22me$/`, to follow `ARGS:`; undefined when it is too long for a name. */
export function quoteKey(key: ByteString): string | undefined {
  if (key.length > LONGEST) return undefined;
  return PLAIN_KEY.test(key) ? key : `/^${escapeBytes(key)}$/`;
}

/** Quotes a shape, whose varying parts are numbers. */
export function quoteKeyShape(shape: string): string | undefined {
  if (shape.length > LONGEST) return undefined;
  return `/^${shape.split(VARIES).map(escapeBytes).join('[0-9]+')}$/`;
}

/** Returns the operator that matches exactly this path; undefined when it is too long. */
export function quotePath(path: ByteString): string | undefined {
  if (path.length > LONGEST) return undefined;
  return PLAIN_PATH.test(path) ? `@streq ${path}` : `@rx ^${escapePath(path)}$`;
}

/** Returns the operator that matches every path of the shape. */
export function quotePathShape(shape: string): string | undefined {
  if (shape.length > LONGEST) return undefined;
  const segments = shape
    .split(ANY_SEGMENT)
    .map((part) => part.split(VARIES).map(escapePath).join('[0-9A-Fa-f-]+'));
  return `@rx ^${segments.join('[^/]+')}$`;
}

/** Returns the operator that matches every path in the folder, which ends in a slash. */
export function quoteFolder(folder: ByteString): string | undefined {
  if (folder.length > LONGEST) return undefined;
  return PLAIN_PATH.test(folder) ? `@beginsWith ${folder}` : `@rx ^${escapePath(folder)}`;
}

/** Escapes all but slashes, which are plain in an operator but would end a selector. */
function escapePath(path: ByteString): string {
  return path.split('/').map(escapeBytes).join('/');
}

function escapeBytes(text: ByteString): string {
  return text.replace(/[^A-Za-z0-9_-]/g, (char) => (char === '.' ? '\\.' : hex(char)));
}

/** Maximum length of a shown text, in chars. */
const SHOWN = 60;

/** Returns text of requests for a comment or a report: printable, on one line, and cut when it is long. */
export function shown(text: ByteString): string {
  const cut = text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
  return cut.replace(/[^ -~]|\\/g, hex);
}

function hex(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
