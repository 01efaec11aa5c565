/** Findings: diagnostics of one or several profiles, each once. */
import { type Diagnostic, formatDiagnostic } from '../../diagnostics.ts';
import { type Position, positionOf, shownPath } from '../../source.ts';

export type Finding = Diagnostic & {
  /** The profiles that have it, in the order they were checked. */
  readonly profiles: readonly string[];
};

/** Where it starts and ends: lines and byte columns from 1, the end exclusive. */
export type FindingLocation = {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
};

export function findingLocation({ span }: Pick<Diagnostic, 'span'>): FindingLocation {
  const { source, end } = span;
  const file = shownPath(source);
  return { file, start: positionOf(span), end: positionOf({ source, start: end, end }) };
}

/** The same text at the same location is the same finding. */
export function keyOf(diagnostic: Diagnostic): string {
  return `${diagnostic.span.start} ${formatDiagnostic(diagnostic)}`;
}

/** By file, location and code: the order does not depend on which lint came first. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (left, right) =>
      compare(left.span.source.path, right.span.source.path) ||
      left.span.start - right.span.start ||
      compare(left.code, right.code) ||
      compare(left.message, right.message),
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
