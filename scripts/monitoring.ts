/** Writes the dashboard for Grafana and the alert rules for Prometheus: `npx tsx scripts/monitoring.ts`. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { alertRules } from './monitoring/alert-rules.ts';
import { dashboard } from './monitoring/dashboard.ts';

/** Returns each file with its content. */
export function monitoringFiles(): readonly (readonly [path: string, content: string])[] {
  return [
    ['docs/monitoring/grafana-dashboard.json', `${JSON.stringify(dashboard(), undefined, 2)}\n`],
    ['docs/monitoring/prometheus-alerts.yaml', alertRules()],
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, content] of monitoringFiles()) writeFileSync(path, content);
}
