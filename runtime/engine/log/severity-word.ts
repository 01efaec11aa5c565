/** The words logs use for severities. */
import type { Severity } from '../host/rule-info.ts';

const WORDS = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'];

/** `unknown` when the rule gives none (docs/spec/logs.md#error-log). */
export function severityWord(severity: Severity | undefined): string {
  return (severity === undefined ? undefined : WORDS[severity]) ?? 'unknown';
}
