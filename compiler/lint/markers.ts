/** SecMarkers that nothing skips to, and labels that stand twice. */
import type { Marker } from '../2-resolve/ruleset.ts';
import type { LintContext } from './context.ts';
import * as problem from './problems.ts';

export function lintMarkers({ ruleSet, diagnostics }: LintContext): void {
  const skips = new Set<string>();
  for (const entry of ruleSet.entries) {
    if (entry.kind === 'Rule' && entry.skip?.kind === 'After') skips.add(entry.skip.label);
  }
  const first = new Map<string, Marker>();
  for (const entry of ruleSet.entries) {
    if (entry.kind === 'Rule') continue;
    const other = first.get(entry.label);
    if (other !== undefined) {
      const note = { message: 'It first stands here', span: other.span };
      diagnostics.report(problem.duplicateMarker(entry.label), entry.span, [note]);
    } else {
      first.set(entry.label, entry);
      if (!skips.has(entry.label))
        diagnostics.report(problem.unusedMarker(entry.label), entry.span);
    }
  }
}
