/** Formats findings as text, optionally with colours. */
import { type Diagnostic, formatDiagnostic, type SeverityLevel } from '#compiler/diagnostics.ts';

const COLOURS: Readonly<Record<SeverityLevel, string>> = {
  error: '\x1b[31m',
  warning: '\x1b[33m',
  notice: '\x1b[36m',
};
const BOLD = '\x1b[1m';
const DIM = '\x1b[2m';
const GREEN = '\x1b[32m';
const BLUE = '\x1b[34m';
const RESET = '\x1b[0m';

/** Returns one block for each finding: the location, the line, the caret, the hint, the notes. */
export function formatText(findings: readonly Diagnostic[], coloured: boolean): string {
  return findings
    .map((finding) => {
      const text = formatDiagnostic(finding);
      return `${coloured ? colour(text, finding) : text}\n`;
    })
    .join('');
}

/** Adds colour codes only; without them the text is the same. */
function colour(text: string, { severity, code }: Diagnostic): string {
  const [head = '', ...rest] = text.split('\n');
  const painted = head
    .replace(`: ${severity}: `, `:${RESET} ${COLOURS[severity]}${severity}:${RESET} `)
    .replace(/ \[[\w-]+\]$/, ` ${DIM}[${code}]${RESET}`);
  const lines = rest.map((line) => {
    if (/^ *\^+$/.test(line)) return `${COLOURS[severity]}${line}${RESET}`;
    return line
      .replace(/^ {2}hint:/, `  ${GREEN}hint:${RESET}`)
      .replace(/^ {2}note:/, `  ${BLUE}note:${RESET}`);
  });
  return [BOLD + painted, ...lines].join('\n');
}
