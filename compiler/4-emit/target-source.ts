/** Prints targets as a rule author writes them: for comments and reports, and as the key of a list. */
import type { Selector, Target } from '../2-resolve/ruleset.ts';

export function targetSource(targets: readonly Omit<Target, 'span'>[]): string {
  return targets.flatMap(oneTarget).join('|');
}

function oneTarget({ mode, variable, selector, except }: Omit<Target, 'span'>): readonly string[] {
  const { name } = variable;
  return [
    `${mode === 'count' ? '&' : ''}${name}${selectorSource(selector)}`,
    ...except.map((exclusion) => `!${name}${selectorSource(exclusion)}`),
  ];
}

function selectorSource(selector: Selector): string {
  switch (selector.kind) {
    case 'All':
      return '';
    case 'Key':
      return `:${selector.key}`;
    case 'Pattern':
      return `:/${selector.source}/`;
    case 'XPath':
      return `:${selector.source}`;
  }
}
