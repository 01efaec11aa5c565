/** Wildcards in rule path lists: `rules/*.conf`, sorted in byte order (decisions.md). */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The files an entry names; throws when a wildcard matches none. Only the last segment may hold `*` and `?`. */
export function expandPath(entry: string): string[] {
  const pattern = basename(entry);
  if (!/[*?]/.test(pattern)) return [entry];
  const directory = dirname(entry);
  const matches = readdirSync(directory).filter((name) => matchesWildcard(name, pattern));
  if (matches.length === 0) throw new Error('no file matches');
  return matches.sort(byteOrder).map((name) => join(directory, name));
}

/** Greedy with one point of return, so linear enough for any name: `*` is any run, `?` one character. */
function matchesWildcard(name: string, pattern: string): boolean {
  let n = 0;
  let p = 0;
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p;
      retry = n;
      p += 1;
    } else if (pattern[p] === '?' || pattern[p] === name[n]) {
      n += 1;
      p += 1;
    } else if (star >= 0) {
      retry += 1;
      n = retry;
      p = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(p));
}

function byteOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
