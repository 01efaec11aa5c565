/** Findings as people read them; with colours when asked to. */
import { formatDiagnostic, type SeverityLevel } from '../../../../diagnostics.ts';
import type { Finding } from '../../../findings/finding.ts';

const COLOURS: Readonly<Record<SeverityLevel, string>> = {
  error: '\x1b[31m',
  warning: '\x1b[33m',
  notice: '\x1b[36m',
};
const BOLD = '\x1b[1m';
const RESET = '\x1b[0m';

/** One block a finding: the place, the line, the caret, the hint, the notes. */
export function formatText(findings: readonly Finding[], coloured: boolean): string {
  return findings
    .map((finding) => {
      const text = formatDiagnostic(finding);
      return `${coloured ? colour(text, finding.severity) : text}\n`;
    })
    .join('');
}

function colour(text: string, severity: SeverityLevel): string {
  const [head = '', ...rest] = text.split('\n');
  const painted = head.replace(
    `: ${severity}: `,
    `:${RESET} ${COLOURS[severity]}${severity}:${RESET} `,
  );
  const lines = rest.map((line) =>
    /^ *\^+$/.test(line) ? `${COLOURS[severity]}${line}${RESET}` : line,
  );
  return [BOLD + painted, ...lines].join('\n');
}
