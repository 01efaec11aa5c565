/** Expands wildcards in rule path lists, such as `rules/*.conf`, like the compiler. */
import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Returns the files that an entry names, in byte order (docs/spec/service.md#rule-files). `*`, `?` and `[...]` match within
 * a path segment and skip hidden files. Throws when a wildcard matches nothing.
 */
export function expandPath(entry: string): string[] {
  if (!isWildcard(entry)) return [entry];
  let found = [entry.startsWith(sep) ? sep : ''];
  for (const segment of entry.split(sep).filter((part) => part !== '')) {
    found = found.flatMap((folder) => expandSegment(folder, segment));
  }
  if (found.length === 0) throw new Error('no file matches');
  return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function isWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

function expandSegment(folder: string, segment: string): string[] {
  if (!isWildcard(segment)) {
    const path = join(folder, segment);
    return statSync(path, { throwIfNoEntry: false }) === undefined ? [] : [path];
  }
  const pattern = wildcardPattern(segment);
  return namesIn(folder)
    .filter((name) => pattern.test(name) && (segment.startsWith('.') || !name.startsWith('.')))
    .map((name) => join(folder, name));
}

function wildcardPattern(segment: string): RegExp {
  const source = segment
    .replace(/[\\^$.|+(){}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^');
  return new RegExp(`^${source}$`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder);
  } catch {
    return [];
  }
}
