/** Path normalization. */
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** An empty segment, `.` or `..`. */
const DETOUR = /\/\/|(?:^|\/)\.\.?(?:\/|$)/;

/**
 * Removes empty segments, `.` and every `..` with the segment before it. An absolute path never goes above `/`; a
 * relative one keeps the `..` that lead out of it. A final `/` stays (as in ModSecurity; Coraza turns `/` into `//`).
 */
export const normalizePath: Transformation = (value) => {
  if (isPlain(value) || !DETOUR.test(value)) return value;
  const absolute = value.startsWith('/');
  const path = resolvedSegments(value, absolute).join('/');
  if (path === '') return absolute ? '/' : '';
  return `${absolute ? '/' : ''}${path}${value.endsWith('/') ? '/' : ''}`;
};

/** Returns true for most values without a detour, in less time than the regular expression. */
function isPlain(value: string): boolean {
  return value.includes('/')
    ? !value.includes('.') && !value.includes('//')
    : value !== '.' && value !== '..';
}

/**
 * Returns the segments that remain. From the last segment to the first, so that a `..` is seen before the segment
 * that it removes.
 */
function resolvedSegments(value: string, absolute: boolean): string[] {
  const resolved: string[] = [];
  let climbs = 0;
  for (const segment of value.split('/').reverse()) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') climbs += 1;
    else if (climbs > 0) climbs -= 1;
    else resolved.push(segment);
  }
  for (; climbs > 0 && !absolute; climbs--) resolved.push('..');
  return resolved.reverse();
}

/**
 * Like `normalizePath` after converting `\` to `/` and removing blanks before it: Windows takes `/etc /passwd` for
 * `/etc/passwd`. Coraza also cuts the last segment at a colon and removes dots at segment ends: an argument like
 * `x:boot.ini` would lose the text that rules search for.
 */
export const normalizePathWin: Transformation = (value) =>
  normalizePath(withoutBlankEnds(value.includes('\\') ? value.replace(/\\/g, '/') : value));

function withoutBlankEnds(path: string): string {
  let text = '';
  let copied = 0;
  for (let at = path.indexOf(' /'); at !== -1; at = path.indexOf(' /', copied)) {
    let end = at;
    while (end > copied && path.charCodeAt(end - 1) === BLANK) end -= 1;
    text += path.slice(copied, end);
    copied = at + 1;
  }
  return text + path.slice(copied);
}
