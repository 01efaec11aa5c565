/** Formats findings as workflow commands, which GitHub shows next to the lines of a pull request. */
import type { SeverityLevel } from '#compiler/diagnostics.ts';
import { type Finding, findingLocation } from '../../../findings/finding.ts';
import { escapeData, escapeProperty } from '../../../output/escape.ts';

const RANK: Readonly<Record<SeverityLevel, number>> = { error: 0, warning: 1, notice: 2 };

/** Orders findings by severity, because GitHub shows only ten of each kind. */
export function formatGithub(findings: readonly Finding[]): string {
  return findings
    .toSorted((left, right) => RANK[left.severity] - RANK[right.severity])
    .map(formatCommand)
    .join('');
}

function formatCommand(finding: Finding): string {
  const { severity, code, message, hint } = finding;
  const { file, start, end } = findingLocation(finding);
  // An end column is allowed only within one line.
  const isOneLine = start.line === end.line;
  const properties = [
    `file=${escapeProperty(file)}`,
    `line=${start.line}`,
    `endLine=${end.line}`,
    ...(isOneLine ? [`col=${start.column}`, `endColumn=${end.column}`] : []),
    `title=${escapeProperty(code)}`,
  ];
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${severity} ${properties.join(',')}::${escapeData(text)}\n`;
}
