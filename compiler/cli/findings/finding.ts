/** Findings: diagnostics of one or several profiles, without duplicates. */
import { type Diagnostic, formatDiagnostic } from '#compiler/diagnostics.ts';
import { type Position, positionOf, shownPath } from '#compiler/source.ts';

export type Finding = Diagnostic & {
  /** The profiles that have it, in the order in which they were checked. */
  readonly profiles: readonly string[];
};

/** Its start and end: lines and columns from 1; the end is exclusive. */
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

/** Returns a key: findings with the same text at the same location are the same. */
export function keyOf(diagnostic: Diagnostic): string {
  return `${diagnostic.span.start} ${formatDiagnostic(diagnostic)}`;
}

/** Sorts by file, location and code, so that the order does not depend on the order of the lints. */
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
