/** Generates the rules file of the alerts for Prometheus. */
import { stringify } from 'yaml';
import { alerts } from './alerts.ts';

/** Returns YAML with a comment that names its source. */
export function alertRules(): string {
  const rules = alerts.map(({ name, when, lasting, severity, summary, action }) => ({
    alert: name,
    expr: when,
    for: lasting,
    labels: { severity },
    annotations: { summary, description: action },
  }));
  const head = '# Made by scripts/monitoring.ts.\n';
  return head + stringify({ groups: [{ name: 'portcullis', rules }] }, { lineWidth: 0 });
}
