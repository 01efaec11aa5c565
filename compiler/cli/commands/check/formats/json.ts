/** Formats findings as one JSON document, for scripts. */
import { formatNote } from '#compiler/diagnostics.ts';
import type { Span } from '#compiler/source.ts';
import { type Finding, findingLocation } from '../../../findings/finding.ts';
import { groupByCause } from '../../../output/group-by-cause.ts';
import { countOf } from '../count-line.ts';

export function formatJson(findings: readonly Finding[]): string {
  const causes = groupByCause(findings);
  const document = {
    schemaVersion: 1,
    summary: {
      errors: countOf(findings, 'error'),
      warnings: countOf(findings, 'warning'),
      notices: countOf(findings, 'notice'),
    },
    findings: causes.map((finding) => {
      const { code, severity, message, hint, notes, profiles, span, others } = finding;
      return {
        code,
        severity,
        message,
        hint,
        notes: notes.map(formatNote),
        profiles,
        ...locationObject(span),
        // The same finding at other locations.
        others: others.map(locationObject),
      };
    }),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function locationObject(span: Span): object {
  const { file, start, end } = findingLocation({ span });
  return {
    file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    startByte: span.start,
    endByte: span.end,
  };
}
