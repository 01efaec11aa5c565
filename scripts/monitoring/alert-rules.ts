/** The alerts as a file of rules for Prometheus. */
import { stringify } from 'yaml';
import { alerts } from './alerts.ts';

/** YAML, with a line on where it comes from. */
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
