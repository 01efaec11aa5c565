/**
 * Path patterns of policies and exclusions: a prefix of whole segments, in which `*` stands for any text within one
 * segment.
 */

export type PathPattern = {
  /** The pattern without a trailing slash; "" matches every path. */
  readonly text: string;
  /** Number of bytes that are not `*`. Of two patterns that match, the one with the higher weight applies. */
  readonly weight: number;
  readonly matches: (path: string) => boolean;
};

/** A path in a file of policies: no query, no escapes, and nothing that servers normalize. */
const WRITTEN = /^\/[!-~]*$/;
const RESOLVED = /[?#%\\;]|\/\/|\/\.{1,2}(?:\/|$)/;

export function isPathPattern(text: string): boolean {
  return WRITTEN.test(text) && !RESOLVED.test(text);
}

/** Compiles a path pattern or "". */
export function pathPattern(text: string): PathPattern {
  const prefix = text.replace(/\/$/, '');
  const weight = prefix.replaceAll('*', '').length;
  if (!prefix.includes('*')) {
    const below = `${prefix}/`;
    return {
      text: prefix,
      weight,
      matches: (path) => prefix === '' || path === prefix || path.startsWith(below),
    };
  }
  const segments = prefix.split('/').map(segmentTest);
  return {
    text: prefix,
    weight,
    matches: (path) => {
      const own = path.split('/', segments.length);
      return own.length === segments.length && segments.every((test, index) => test(own[index]));
    },
  };
}

/** Returns a test for one segment. It searches the pieces between `*` from left to right, in linear time. */
function segmentTest(glob: string): (segment: string | undefined) => boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return (segment) => segment === glob;
  return (segment = '') => {
    if (!segment.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = segment.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return segment.length - last.length >= at && segment.endsWith(last);
  };
}
