/** Provides rule files from a map of paths to texts. */
import type { RuleFiles } from '#compiler/rule-files.ts';

export function mapFiles(texts: ReadonlyMap<string, string>): RuleFiles {
  return {
    read: (path) => texts.get(path),
    glob: (pattern) => {
      const expression = patternOf(pattern);
      return [...texts.keys()].filter((path) => expression.test(path)).toSorted();
    },
  };
}

/** Wildcards match within a segment of the path. They match hidden files only when the segment begins with a dot. */
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
    // A pattern with an unclosed bracket matches nothing.
    return /$^/;
  }
}
