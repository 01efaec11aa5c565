/** The last line of a check: the number of findings of each level. */
import { countNoun } from '#compiler/count-noun.ts';
import type { Diagnostic, SeverityLevel } from '#compiler/diagnostics.ts';

export function countOf(diagnostics: readonly Diagnostic[], level: SeverityLevel): number {
  return diagnostics.filter(({ severity }) => severity === level).length;
}

/** Returns `1 error, 0 warnings`, and the number of notices when there are any. */
export function countLine(diagnostics: readonly Diagnostic[]): string {
  const inWords = (level: SeverityLevel): string => countNoun(countOf(diagnostics, level), level);
  const notices = countOf(diagnostics, 'notice') === 0 ? [] : [inWords('notice')];
  return [inWords('error'), inWords('warning'), ...notices].join(', ');
}
