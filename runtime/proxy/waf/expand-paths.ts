/** Expands wildcards in lists of rule files, such as `rules/*.conf`, for the compiler and the proxy. */
import { existsSync, readdirSync } from 'node:fs';

/**
 * Returns the files that an entry names, in byte order (docs/spec/service.md#rule-files). An entry without a
 * wildcard is returned unchanged. Throws when a wildcard matches nothing.
 */
export function expandPath(entry: string): readonly string[] {
  if (!isWildcard(entry)) return [entry];
  const found = matchingPaths(entry);
  if (found.length === 0) throw new Error('no file matches');
  return found;
}

/**
 * Returns the paths on disk that match a pattern, in byte order. `*`, `?` and `[...]` match within a path segment;
 * they match hidden files only where the pattern's segment begins with a dot. A segment that is the name of a file or
 * folder, such as `[slug]`, matches only this one. Relative patterns start at the working directory.
 */
export function matchingPaths(pattern: string): readonly string[] {
  let found: readonly string[] = [pattern.startsWith('/') ? '/' : ''];
  const segments = pattern.split('/').filter((segment) => segment !== '');
  segments.forEach((segment, index) => {
    const end = index === segments.length - 1 ? '' : '/';
    found = found.flatMap((folder) => matchSegment(folder, segment).map((path) => path + end));
  });
  return found.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function isWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

function matchSegment(folder: string, segment: string): readonly string[] {
  if (!isWildcard(segment)) {
    return existsSync(folder + segment) ? [folder + segment] : [];
  }
  const names = namesIn(folder);
  if (names.includes(segment)) return [folder + segment];
  const pattern = segmentPattern(segment);
  return names
    .filter((name) => pattern.test(name) && (segment.startsWith('.') || !name.startsWith('.')))
    .map((name) => folder + name);
}

/** A bracket that is not closed, and a class that is none (`[z-a]`), match themselves. */
function segmentPattern(segment: string): RegExp {
  const source = segment.replace(/\[(!?)([^\]]+)\]|[\s\S]/g, (part, not, members) => {
    if (members !== undefined) return classSource(not, members) ?? literal(part);
    if (part === '*') return '.*';
    return part === '?' ? '.' : literal(part);
  });
  return new RegExp(`^${source}$`, 's');
}

function classSource(not: string, members: string): string | undefined {
  const source = `[${not === '' ? '' : '^'}${members.replace(/[\\^[]/g, '\\$&')}]`;
  try {
    return new RegExp(source).source;
  } catch {
    return undefined;
  }
}

function literal(text: string): string {
  return text.replace(/[\\^$.|+*?(){}[\]]/g, '\\$&');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder);
  } catch {
    return [];
  }
}
