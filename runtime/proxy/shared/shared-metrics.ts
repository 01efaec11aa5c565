/** The metrics of the shared state. */
import { Metrics } from '../metrics/metrics.ts';
import type { LinkFailure, LinkObserver } from './link.ts';

const FAILURES: Readonly<Record<LinkFailure, true>> = {
  timeout: true,
  connection: true,
  reply: true,
};
const COUNTERS = ['waf_shared_local_decisions_total', 'waf_shared_changes_lost_total'] as const;
const GAUGES = [
  'waf_shared_up',
  'waf_shared_replicas',
  'waf_shared_unsent_changes',
  'waf_shared_lag_seconds',
] as const;

/** Creates all metrics with 0, so that `/metrics` has them from the start, even when nothing is shared. */
export function createSharedMetrics(): Metrics {
  const metrics = new Metrics();
  for (const kind of Object.keys(FAILURES)) metrics.add('waf_shared_errors_total', { kind }, 0);
  for (const name of COUNTERS) metrics.add(name, {}, 0);
  for (const name of GAUGES) metrics.set(name, {}, 0);
  metrics.histogram('waf_shared_duration_seconds', {});
  return metrics;
}

/** Counts the events of the link; calls `report` when the link goes down or up. */
export function observeLink(
  metrics: Metrics,
  report: (isUp: boolean, reason: string) => void,
): LinkObserver {
  const duration = metrics.histogram('waf_shared_duration_seconds', {});
  return {
    answered: (milliseconds) => duration(milliseconds / 1000),
    failed: (kind) => metrics.add('waf_shared_errors_total', { kind }),
    changed: (isUp, reason) => {
      metrics.set('waf_shared_up', {}, isUp ? 1 : 0);
      report(isUp, reason);
    },
  };
}
