/** Groups findings with the same text at several locations. */
import { countNoun } from '#compiler/count-noun.ts';
import { type Diagnostic, formatNote } from '#compiler/diagnostics.ts';
import { positionOf, type Span, shownPath } from '#compiler/source.ts';

/** A finding at its first location, and all its other locations. */
export type Cause<Found extends Diagnostic> = Found & { readonly others: readonly Span[] };

/** Groups findings of the same code, level and text, in the order of their first locations. */
export function groupByCause<Found extends Diagnostic>(
  findings: readonly Found[],
): readonly Cause<Found>[] {
  const causes = new Map<string, { readonly first: Found; readonly others: Span[] }>();
  for (const finding of findings) {
    const { code, severity, message, hint, notes } = finding;
    const key = [code, severity, message, hint ?? '', ...notes.map(formatNote)].join('\n');
    const known = causes.get(key);
    if (known === undefined) causes.set(key, { first: finding, others: [] });
    else known.others.push(finding.span);
  }
  return [...causes.values()].map(({ first, others }) => ({ ...first, others }));
}

const SHOWN = 3;

/** Returns the cause as one finding, with a note that counts the other locations and names the first ones. */
export function withOthers({ others, ...first }: Cause<Diagnostic>): Diagnostic {
  if (others.length === 0) return first;
  const shown = others.slice(0, SHOWN).map((span) => {
    const { line, column } = positionOf(span);
    return `${shownPath(span.source)}:${line}:${column}`;
  });
  const rest = others.length > SHOWN ? `, and ${others.length - SHOWN} more` : '';
  const message = `The same in ${countNoun(others.length, 'other location')}: ${shown.join(', ')}${rest}`;
  return { ...first, notes: [...first.notes, { message, span: undefined }] };
}
