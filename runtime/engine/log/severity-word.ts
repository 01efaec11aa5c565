/** The names of severities in rules and logs. */
import type { Severity } from '../host/rule-info.ts';

const severities: readonly Severity[] = [0, 1, 2, 3, 4, 5, 6, 7];
const words = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'];

/** Returns the name; `unknown` when the rule has no severity (docs/spec/logs.md#error-log). */
export function severityWord(severity: Severity | undefined): string {
  return (severity === undefined ? undefined : words[severity]) ?? 'unknown';
}

/** Returns the severity of a name in any case, or of a digit; undefined: neither. */
export function parseSeverity(text: string): Severity | undefined {
  const word = text.toLowerCase();
  return severities.find((severity) => word === String(severity) || word === words[severity]);
}
