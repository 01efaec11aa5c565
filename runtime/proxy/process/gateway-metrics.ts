/** Sets the gauges that are read from the gateway when metrics are rendered. */
import { performance } from 'node:perf_hooks';
import type { Backend } from '../backend/backend.ts';
import { shareOf } from '../backend/balance.ts';
import type { Gateway } from '../exchange/gateway.ts';
import type { Logs } from '../logs/logs.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RulesLoad } from './load-rules.ts';

const UPSTREAM_METRICS = [
  'waf_proxy_upstream_up',
  'waf_proxy_upstream_in_flight',
  'waf_proxy_upstream_weight',
  'waf_proxy_upstream_failures_total',
  'waf_proxy_upstream_checks_total',
] as const;

/** Sets the gauges in `metrics` and returns it. */
export function gatewayMetrics(metrics: Metrics, gateway: Gateway, logs: Logs): Metrics {
  const { backends, bodyInspector, bodyMemory, inProgress, rules, spool, tunnels } = gateway;
  metrics.set('waf_proxy_requests_in_flight', {}, inProgress.count);
  metrics.set('waf_proxy_tunnels', {}, tunnels.size);
  metrics.set('waf_inspection_threads', {}, bodyInspector?.threads() ?? 0);
  metrics.set('waf_inspection_waiting', {}, bodyInspector?.waiting() ?? 0);
  metrics.set('waf_spool_bytes', {}, spool.used);
  metrics.set('waf_body_memory_bytes', {}, bodyMemory.used);
  metrics.set('waf_log_records_lost_total', {}, logs.lost());
  // A reload may have removed backends, so their old series are cleared.
  for (const name of UPSTREAM_METRICS) metrics.clear(name);
  for (const backend of backends.all()) backendMetrics(metrics, gateway, backend);
  metrics.clear('coraza_waf_rule_overrides');
  metrics.clear('waf_rule_set_info');
  for (const profile of rules().profiles) {
    const labels = { profile: profile.name, driver_type: 'node' };
    const { rules: counts, ruleSet, compiler, overrides = [] } = profile.waf.manifest;
    // A signature is free text of the rules, and label values are not escaped.
    const rule_set = ruleSet.replace(/["\\\r\n]/g, '_');
    metrics.set('waf_rule_set_info', { profile: profile.name, rule_set, compiler }, 1);
    metrics.set('coraza_waf_plugin_rule_count', labels, counts.active);
    if (overrides.length === 0) metrics.set('coraza_waf_rule_overrides', labels, 0);
    for (const { ruleId: rule_id, type } of overrides) {
      metrics.set('coraza_waf_rule_overrides', { ...labels, rule_id, type }, 1);
    }
  }
  return metrics;
}

function backendMetrics(metrics: Metrics, { balance }: Gateway, backend: Backend): void {
  const { label: upstream, downUntil, isHealthy, inProgress, failures, checks } = backend;
  const now = performance.now();
  // Not 1 when the backend may be tried again: the period of an alert would restart each time.
  metrics.set('waf_proxy_upstream_up', { upstream }, isHealthy && downUntil === 0 ? 1 : 0);
  metrics.set('waf_proxy_upstream_in_flight', { upstream }, inProgress);
  metrics.set(
    'waf_proxy_upstream_weight',
    { upstream },
    shareOf({ backend, weight: backend.weight }, balance, now),
  );
  metrics.set('waf_proxy_upstream_failures_total', { upstream }, failures);
  for (const [result, count] of Object.entries(checks))
    metrics.set('waf_proxy_upstream_checks_total', { upstream, result }, count);
}

/** Counts a load of the rules, at start or on reload. */
export function noteLoad(metrics: Metrics, { kind }: RulesLoad): void {
  const status = kind === 'Loaded' ? 'success' : 'failure';
  metrics.add('coraza_waf_plugin_loads_total', { driver_type: 'node', status });
}
