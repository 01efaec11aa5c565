/** Adds an exchange to the metrics. */
import type { RuleMatch } from '#engine/host/compiled-waf.ts';
import type { RuleInfo } from '#engine/host/rule-info.ts';
import { severityWord } from '#engine/log/severity-word.ts';
import { type Exchange, type Outcome, outcomeOf } from '../exchange/exchange.ts';
import type { Observer } from '../exchange/gateway.ts';
import type { Cause } from '../http/response.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { MetricName } from './metric-table.ts';
import type { Labels, Metrics, Series } from './metrics.ts';

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** Causes that have their own counter. */
const CAUSES: ReadonlyMap<Cause, MetricName> = new Map([
  ['protocol', 'waf_protocol_refused_total'],
  ['rate', 'waf_ratelimit_rejected_total'],
  ['bot', 'waf_bot_blocked_total'],
  ['ban', 'waf_ban_rejected_total'],
  ['host', 'waf_host_rejected_total'],
  ['client-gone', 'waf_proxy_client_aborts_total'],
]);

/** The categories of the contract, by CRS tag. */
export const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['attack-sqli', 'sqli'],
  ['attack-xss', 'xss'],
  ['attack-rce', 'rce'],
  ['attack-lfi', 'lfi'],
  ['attack-rfi', 'rfi'],
  ['attack-command-injection', 'command_injection'],
  ['attack-protocol', 'protocol_attack'],
  ['attack-session-fixation', 'session_fixation'],
  ['attack-java', 'java_attack'],
]);

/** Most rules that have their own series, as the contract limits them. */
const MAX_RULES = 200;

/** `countries`: the countries that have their own label. */
export function exchangeMetrics(metrics: Metrics, countries: readonly string[]): Observer {
  const known = new Set(countries);
  const observeReply = replyMetrics(metrics);
  const observeInspection = inspectionMetrics(metrics);
  const countPolicy = policyMetrics(metrics);
  return (exchange, durationMs) => {
    observeReply(exchange, durationMs);
    const { cause, country, inspection, decisionFor: front } = exchange;
    if (front !== undefined)
      metrics.add('waf_decisions_total', { front, verdict: verdictOf(cause) });
    const counter = cause === undefined ? undefined : CAUSES.get(cause);
    if (counter !== undefined) metrics.add(counter);
    if (cause === 'geo') {
      const label = country !== undefined && known.has(country) ? country : 'other';
      metrics.add('waf_geo_blocked_total', { country: label });
    }
    countPolicy(exchange);
    if (inspection !== undefined) observeInspection(exchange, inspection);
  };
}

export type DecisionVerdict = 'allow' | 'deny' | 'none';

/** Returns the verdict; `none` when the front disconnected, or the proxy ended, before it. */
function verdictOf(cause: Cause | undefined): DecisionVerdict {
  if (cause === undefined) return 'allow';
  return cause === 'client-gone' || cause === 'shutdown' ? 'none' : 'deny';
}

/** The series of one host class. */
type ClassSeries = {
  readonly duration: Series;
  /** Created at the first response of a backend. */
  upstream: Series | undefined;
  /** Series by status within each method. */
  readonly requests: Map<string, Map<number, Series>>;
};

function replyMetrics(metrics: Metrics): Observer {
  const classes = new Map<string, ClassSeries>();
  return ({ hostClass, message, status, backendMs, retries }, durationMs) => {
    const host_class = hostClass ?? 'other';
    let series = classes.get(host_class);
    if (series === undefined) {
      series = {
        duration: metrics.histogram('waf_proxy_request_duration_seconds', { host_class }),
        upstream: undefined,
        requests: new Map(),
      };
      classes.set(host_class, series);
    }
    const method = METHODS.has(message.method) ? message.method : 'OTHER';
    const ofMethod = innerOf(series.requests, method);
    let count = ofMethod.get(status);
    if (count === undefined) {
      const labels = { host_class, method, code: status };
      count = metrics.counter('waf_proxy_requests_total', labels);
      ofMethod.set(status, count);
    }
    count(1);
    series.duration(durationMs / 1000);
    if (backendMs !== undefined) {
      series.upstream ??= metrics.histogram('waf_proxy_upstream_duration_seconds', { host_class });
      series.upstream(backendMs / 1000);
    }
    if (status === 101) metrics.add('waf_proxy_upgrades_total');
    if (retries > 0) metrics.add('waf_proxy_upstream_retries_total', {}, retries);
  };
}

/** Most policies that have their own series. */
const MAX_POLICIES = 200;

/** Reasons for a missing response other than that the proxy refuses the request. */
const UNJUDGED: ReadonlySet<Cause | undefined> = new Set([
  undefined,
  'upstream',
  'client-gone',
  'shutdown',
] as const);

/** Counts the requests of policies that POLICIES names. */
function policyMetrics(metrics: Metrics): (exchange: Exchange) => void {
  const names = new Set<string>();
  return (exchange) => {
    if (exchange.policy?.hostClass !== 'policy') return;
    const { name } = exchange.policy;
    if (names.size < MAX_POLICIES) names.add(name);
    const outcome = outcomeOf(exchange) ?? 'pass';
    const isRefused = outcome === 'pass' && !UNJUDGED.has(exchange.cause);
    const policy = names.has(name) ? name : 'other';
    metrics.add('waf_policy_requests_total', { policy, outcome: isRefused ? 'refused' : outcome });
  };
}

function countFailures(metrics: Metrics, transaction: Inspection['transaction']): void {
  if (transaction.stepsUsedUp) metrics.add('waf_engine_steps_used_up_total');
  if (transaction.badExpression !== undefined) metrics.add('waf_engine_bad_expressions_total');
}

/** The series of one profile. */
type ProfileSeries = {
  readonly labels: Labels;
  readonly requests: Map<Outcome, Series>;
  /** Hits of rules by outcome. A reload replaces the rules, and may change the severity of an id. */
  readonly hits: WeakMap<RuleInfo, Map<Outcome, Series>>;
  /** Created at the first score. */
  score: Series | undefined;
  /** Blocked requests by severity within each category. */
  readonly blocked: Map<string, Map<string, Series>>;
};

/**
 * Returns a function that adds an inspection to the metrics. It looks up the series that every request uses only
 * once.
 */
function inspectionMetrics(metrics: Metrics): (exchange: Exchange, inspection: Inspection) => void {
  const phases = [1, 2, 3, 4, 5].map((phase) =>
    metrics.histogram('waf_engine_phase_duration_seconds', { phase }),
  );
  const profiles = new Map<string, ProfileSeries>();
  const rules = new Set<number>();
  const seriesOf = (profile: string): ProfileSeries => {
    const known = profiles.get(profile);
    if (known !== undefined) return known;
    const labels = { profile, driver_type: 'node' };
    const series: ProfileSeries = {
      labels,
      requests: new Map(),
      hits: new WeakMap(),
      score: undefined,
      blocked: new Map(),
    };
    profiles.set(profile, series);
    return series;
  };
  return (exchange, { transaction, phaseMs, profile }) => {
    const outcome = outcomeOf(exchange) ?? 'pass';
    const series = seriesOf(profile.name);
    const { labels, requests } = series;
    let count = requests.get(outcome);
    if (count === undefined) {
      count = metrics.counter('coraza_waf_requests_total', { ...labels, outcome });
      requests.set(outcome, count);
    }
    count(1);
    countFailures(metrics, transaction);
    for (let phase = 1; phase < phaseMs.length; phase += 1) {
      const ms = phaseMs[phase] ?? 0;
      if (ms > 0) phases[phase - 1]?.(ms / 1000);
    }
    const score = transaction.txVariable('blocking_inbound_anomaly_score');
    if (/^[0-9]{1,9}$/.test(score)) {
      series.score ??= metrics.histogram('coraza_waf_request_anomaly_score', labels);
      series.score(Number(score));
    }
    countMatches(metrics, transaction, series, outcome, rules);
  };
}

/** `rules`: the rules that have their own series. */
function countMatches(
  metrics: Metrics,
  transaction: Inspection['transaction'],
  series: ProfileSeries,
  outcome: Outcome,
  rules: Set<number>,
): void {
  const { labels, hits } = series;
  for (const { rule } of transaction.matches) {
    if (!rule.log) continue;
    const ofRule = innerOf(hits, rule);
    let count = ofRule.get(outcome);
    if (count === undefined) {
      if (rules.size < MAX_RULES) rules.add(rule.id);
      const rule_id = rules.has(rule.id) ? rule.id : 'other';
      const severity = severityWord(rule.severity);
      const all = { ...labels, rule_id, severity, outcome };
      count = metrics.counter('coraza_waf_rule_hits_total', all);
      ofRule.set(outcome, count);
    }
    count(1);
  }
  if (outcome === 'block') countBlocked(metrics, series, blamed(transaction.matches));
}

type MapOfMaps<Key, Inner> = {
  readonly get: (key: Key) => Map<Inner, Series> | undefined;
  readonly set: (key: Key, inner: Map<Inner, Series>) => unknown;
};

/** Returns the series below the key, none at first. */
function innerOf<Key, Inner>(maps: MapOfMaps<Key, Inner>, key: Key): Map<Inner, Series> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const inner = new Map<Inner, Series>();
  maps.set(key, inner);
  return inner;
}

function countBlocked(
  metrics: Metrics,
  { labels, blocked }: ProfileSeries,
  { category, severity }: { readonly category: string; readonly severity: string },
): void {
  const ofCategory = innerOf(blocked, category);
  let count = ofCategory.get(severity);
  if (count === undefined) {
    count = metrics.counter('coraza_waf_blocked_requests_total', { ...labels, category, severity });
    ofCategory.set(severity, count);
  }
  count(1);
}

/**
 * Returns category and severity of the most severe rule, of those with an attack tag where there are any: the rule
 * that blocks often only compares the score.
 */
function blamed(matches: readonly RuleMatch[]): { category: string; severity: string } {
  let category: string | undefined;
  let severity: RuleInfo['severity'];
  for (const { rule } of matches) {
    const isWorse = (rule.severity ?? 8) < (severity ?? 8);
    if (category !== undefined && !isWorse) continue;
    const tag = rule.tags.find((name) => CATEGORIES.has(name));
    if (tag === undefined && (category !== undefined || !isWorse)) continue;
    category = tag === undefined ? undefined : CATEGORIES.get(tag);
    severity = rule.severity;
  }
  return { category: category ?? 'other', severity: severityWord(severity) };
}
