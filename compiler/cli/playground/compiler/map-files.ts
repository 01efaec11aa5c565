/** Rule files of a map. */
import type { RuleFiles } from '../../../rule-files.ts';

export function mapFiles(texts: ReadonlyMap<string, string>): RuleFiles {
  return {
    read: (path) => texts.get(path),
    glob: (pattern) => {
      const expression = patternOf(pattern);
      return [...texts.keys()].filter((path) => expression.test(path)).toSorted();
    },
  };
}

/** Wildcards match within a segment, and hidden files only where the segment begins with a dot. */
function patternOf(pattern: string): RegExp {
  const segments = pattern.split('/').map((segment) => {
    const source = segment
      .replace(/[\\^$.|+(){}]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
      .replaceAll('[!', '[^');
    return /^[*?[]/.test(segment) ? `(?!\\.)${source}` : source;
  });
  try {
    return new RegExp(`^${segments.join('/')}$`);
  } catch {
    // A bracket that is not closed stands for itself nowhere: nothing matches.
    return /$^/;
  }
}
