/** Creates counters and histograms with the value 0 at start, so that the first event is an increase from 0. */
import type { BackendFailure } from '../backend/backend-failure.ts';
import type { FrontName, Outcome } from '../exchange/exchange.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { Change } from '../shadow/judgement.ts';
import type { Failure } from '../threads/inspection-thread.ts';
import { CATEGORIES, type DecisionVerdict } from './exchange-metrics.ts';
import type { MetricName } from './metric-table.ts';
import type { Labels, Metrics } from './metrics.ts';

/** All kinds of failure. The type makes a kind that is missing here a compile error. */
const FAILURES: Readonly<Record<BackendFailure['kind'], true>> = {
  refused: true,
  unreachable: true,
  local: true,
  timeout: true,
  reset: true,
  malformed: true,
  closed: true,
  tls: true,
};
const REFUSALS: Readonly<Record<Failure | 'busy', true>> = {
  busy: true,
  timeout: true,
  memory: true,
  failed: true,
};
const OUTCOMES: Readonly<Record<Outcome, true>> = {
  pass: true,
  block: true,
  detect: true,
  redirect: true,
  error: true,
};

const FRONTS: Readonly<Record<FrontName, true>> = {
  crowdsec: true,
  envoy: true,
  'forward-auth': true,
  nginx: true,
  unknown: true,
};
const VERDICTS: Readonly<Record<DecisionVerdict, true>> = { allow: true, deny: true, none: true };

const CHANGES: Readonly<Record<Change, true>> = {
  new_block: true,
  lost_block: true,
  other_response: true,
};

const UNLABELLED = [
  'waf_engine_bad_expressions_total',
  'waf_engine_steps_used_up_total',
  'waf_proxy_upgrades_total',
  'waf_proxy_upstream_retries_total',
  'waf_proxy_client_aborts_total',
  'waf_protocol_refused_total',
  'waf_ratelimit_rejected_total',
  'waf_ban_rejected_total',
  'waf_bot_blocked_total',
  'waf_host_rejected_total',
  'waf_tls_handshakes_failed_total',
  'waf_trace_spans_exported_total',
] as const satisfies readonly MetricName[];

/** Creates the series. Labels from rules and requests are unbounded, so only the usual values begin at zero. */
export function beginAtZero(metrics: Metrics, settings: ProxySettings): void {
  const zero = (name: MetricName, series: readonly Labels[]): void => {
    for (const labels of series) metrics.add(name, labels, 0);
  };
  const profiles = ['pl1', 'pl2'].map((profile) => ({ profile, driver_type: 'node' }));
  const perProfile = (series: readonly Labels[]): readonly Labels[] =>
    profiles.flatMap((profile) => series.map((labels) => ({ ...profile, ...labels })));
  const hostClasses = ['web', 'api'].map((host_class) => ({ host_class }));
  const categories = [...new Set(CATEGORIES.values()), 'other'];
  const countries = settings.geoBlock ? [...settings.geoAllow, ...settings.geoDeny, 'other'] : [];

  for (const name of UNLABELLED) zero(name, [{}]);
  zero('waf_engine_errors_total', [{ policy: settings.engineOnError }]);
  zero('waf_inspection_refused_total', valuesOf('reason', Object.keys(REFUSALS)));
  metrics.histogram('waf_inspection_duration_seconds', {});
  zero('waf_geo_blocked_total', valuesOf('country', countries.length > 0 ? countries : ['other']));
  const verdicts = valuesOf('verdict', Object.keys(VERDICTS));
  for (const front of Object.keys(FRONTS))
    zero(
      'waf_decisions_total',
      verdicts.map((verdict) => ({ front, ...verdict })),
    );
  zero('waf_shadow_judged_total', [{}]);
  zero('waf_shadow_differences_total', valuesOf('change', Object.keys(CHANGES)));
  zero('waf_shadow_dropped_total', valuesOf('reason', ['queue', 'large', 'fault']));
  zero('waf_trace_spans_dropped_total', valuesOf('reason', ['queue', 'export']));
  zero('waf_proxy_upstream_errors_total', valuesOf('kind', Object.keys(FAILURES)));
  zero(
    'waf_proxy_requests_total',
    hostClasses.map((labels) => ({ ...labels, method: 'GET', code: 200 })),
  );
  zero('coraza_waf_requests_total', perProfile(valuesOf('outcome', Object.keys(OUTCOMES))));
  zero(
    'waf_policy_requests_total',
    [...Object.keys(OUTCOMES), 'refused'].map((outcome) => ({ policy: 'other', outcome })),
  );
  zero(
    'coraza_waf_rule_hits_total',
    perProfile([{ rule_id: 'other', severity: 'critical', outcome: 'block' }]),
  );
  zero(
    'coraza_waf_blocked_requests_total',
    perProfile(categories.map((category) => ({ category, severity: 'critical' }))),
  );
  for (const status of ['success', 'failure']) {
    zero('coraza_waf_plugin_loads_total', [{ driver_type: 'node', status }]);
  }
  for (const labels of profiles) metrics.histogram('coraza_waf_request_anomaly_score', labels);
  for (const labels of hostClasses) {
    metrics.histogram('waf_proxy_request_duration_seconds', labels);
    metrics.histogram('waf_proxy_upstream_duration_seconds', labels);
  }
  for (const phase of [1, 2, 3, 4, 5]) {
    metrics.histogram('waf_engine_phase_duration_seconds', { phase });
  }
}

function valuesOf(label: string, values: readonly string[]): readonly Labels[] {
  return values.map((value) => ({ [label]: value }));
}
