/** Reports SecMarkers that no rule skips to, and labels that occur twice. */
import type { Marker, RuleSet } from '../2-resolve/ruleset.ts';
import { nearest } from '../suggest.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintMarkers({ ruleSet, diagnostics }: LintContext): void {
  const markers = ruleSet.entries.flatMap((entry) => (entry.kind === 'Marker' ? [entry] : []));
  const skips = skipsIn(ruleSet, new Set(markers.map(({ label }) => label)));
  const first = new Map<string, Marker>();
  for (const entry of markers) {
    const other = first.get(entry.label);
    if (other !== undefined) {
      const note = { message: 'It first occurs here', span: other.span };
      diagnostics.report(problem.duplicateMarker(entry.label), entry.span, [note]);
    } else {
      first.set(entry.label, entry);
      if (!skips.has(entry.label))
        diagnostics.report(problem.unusedMarker(entry.label), entry.span);
    }
  }
}

/**
 * Returns the labels of all skips, and for a misspelt label also the nearest existing one: the misspelling is reported,
 * and that marker is not unused.
 */
function skipsIn(ruleSet: RuleSet, labels: ReadonlySet<string>): ReadonlySet<string> {
  const written = rulesOfSet(ruleSet)
    .flatMap(({ links: [head] }) => head.written.actions)
    .flatMap(({ name, argument }) =>
      name.text.toLowerCase() === 'skipafter' && argument !== undefined ? [argument.text] : [],
    );
  const meant = written
    .filter((label) => !labels.has(label))
    .flatMap((label) => nearest(label, labels) ?? []);
  return new Set([...written, ...meant]);
}
