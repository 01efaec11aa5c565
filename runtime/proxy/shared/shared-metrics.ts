/** What an operator sees of the shared state. */
import type { Metrics } from '../metrics/metrics.ts';
import type { LinkFault, LinkObserver } from './link.ts';

const FAULTS: Readonly<Record<LinkFault, true>> = { timeout: true, connection: true, reply: true };

/** Counts what the link observes, and tells the operator when the mode changes. */
export function observeLink(
  metrics: Metrics,
  report: (isUp: boolean, reason: string) => void,
): LinkObserver {
  const duration = metrics.histogram('waf_shared_duration_seconds', {});
  for (const kind of Object.keys(FAULTS)) metrics.add('waf_shared_errors_total', { kind }, 0);
  metrics.add('waf_shared_local_decisions_total', {}, 0);
  metrics.set('waf_shared_up', {}, 0);
  return {
    answered: (milliseconds) => duration(milliseconds / 1000),
    failed: (kind) => metrics.add('waf_shared_errors_total', { kind }),
    changed: (isUp, reason) => {
      metrics.set('waf_shared_up', {}, isUp ? 1 : 0);
      report(isUp, reason);
    },
  };
}
