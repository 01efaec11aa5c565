/** Checks that skipAfter names a SecMarker after the rule: a missing one would skip all rules that follow. */
import type { Diagnostics } from '../diagnostics.ts';
import type { Span } from '../source.ts';
import { nearest } from '../suggest.ts';
import * as problem from './problems.ts';
import type { Marker, Rule } from './ruleset.ts';

/** Reports rules whose skipAfter has no marker after them, and returns the entries without these skips. */
export function checkMarkers(
  entries: readonly (Rule | Marker)[],
  diagnostics: Diagnostics,
): readonly (Rule | Marker)[] {
  const last = new Map<string, { readonly index: number; readonly span: Span }>();
  entries.forEach((entry, index) => {
    if (entry.kind === 'Marker') last.set(entry.label, { index, span: entry.span });
  });
  return entries.map((entry, index) => {
    if (entry.kind === 'Marker' || entry.skip?.kind !== 'After') return entry;
    const { label, span } = entry.skip;
    const marker = last.get(label);
    if (marker !== undefined && marker.index > index) return entry;
    if (marker === undefined) {
      diagnostics.report(problem.unknownMarker(label, nearest(label, last.keys())), span);
    } else {
      const note = { message: 'The marker is here', span: marker.span };
      diagnostics.report(problem.earlierMarker(label), span, [note]);
    }
    return { ...entry, skip: undefined };
  });
}
