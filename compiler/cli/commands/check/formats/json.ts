/** Findings as one JSON document, for scripts. */
import { formatNote } from '../../../../diagnostics.ts';
import { type Finding, findingLocation } from '../../../findings/finding.ts';
import { countOf } from '../count-line.ts';

export function formatJson(findings: readonly Finding[]): string {
  const document = {
    schemaVersion: 1,
    summary: {
      errors: countOf(findings, 'error'),
      warnings: countOf(findings, 'warning'),
      notices: countOf(findings, 'notice'),
    },
    findings: findings.map((finding) => {
      const { code, severity, message, hint, notes, profiles, span } = finding;
      const { file, start, end } = findingLocation(finding);
      return {
        code,
        severity,
        message,
        hint,
        notes: notes.map(formatNote),
        profiles,
        file,
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
        startByte: span.start,
        endByte: span.end,
      };
    }),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
