/** The words of rules and logs for severities. */
import type { Severity } from '../host/rule-info.ts';

const severities: readonly Severity[] = [0, 1, 2, 3, 4, 5, 6, 7];
const words = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'];

/** `unknown` when the rule gives none (docs/spec/logs.md#error-log). */
export function severityWord(severity: Severity | undefined): string {
  return (severity === undefined ? undefined : words[severity]) ?? 'unknown';
}

/** The severity of a word in any case, or of a digit; undefined: it is neither. */
export function parseSeverity(text: string): Severity | undefined {
  const word = text.toLowerCase();
  return severities.find((severity) => word === String(severity) || word === words[severity]);
}
