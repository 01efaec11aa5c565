/** Every metric with name, type and meaning. The first eight names are a contract between WAF engines. */

export type MetricType = 'counter' | 'gauge' | 'histogram';

export type Metric = {
  readonly type: MetricType;
  readonly help: string;
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
  /** How the values of several processes are combined: `max`, or the sum when undefined. */
  readonly merge?: 'max';
};

const SCORES = [0, 5, 10, 15, 20, 30, 40, 50, 75, 100];
const ENGINE_SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
];
const REQUEST_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

export const metricTable = {
  coraza_waf_requests_total: { type: 'counter', help: 'Inspected requests by outcome.' },
  coraza_waf_rule_hits_total: { type: 'counter', help: 'Matches of rules that log.' },
  coraza_waf_request_anomaly_score: {
    type: 'histogram',
    help: 'Inbound anomaly score of inspected requests.',
    buckets: SCORES,
  },
  coraza_waf_plugin_loads_total: { type: 'counter', help: 'Loads of rule modules.' },
  waf_rule_set_info: {
    type: 'gauge',
    help: '1: the rule set and compiler in force.',
    merge: 'max',
  },
  coraza_waf_plugin_rule_count: { type: 'gauge', help: 'Rules in force.', merge: 'max' },
  coraza_waf_rule_overrides: {
    type: 'gauge',
    help: 'Rules that directives after them have removed or changed.',
    merge: 'max',
  },
  coraza_waf_blocked_requests_total: {
    type: 'counter',
    help: 'Blocked requests by attack category.',
  },
  waf_decisions_total: {
    type: 'counter',
    help: 'Decisions for fronts that asked at DECISION_PORT.',
  },
  waf_policy_requests_total: {
    type: 'counter',
    help: 'Requests of policies by outcome; policies beyond 200 count as other.',
  },
  waf_proxy_requests_total: { type: 'counter', help: 'Answered requests.' },
  waf_proxy_request_duration_seconds: {
    type: 'histogram',
    help: 'From the head of a request to the end of its answer.',
    buckets: REQUEST_SECONDS,
  },
  waf_proxy_upstream_duration_seconds: {
    type: 'histogram',
    help: 'From forwarding a request to the head of its answer.',
    buckets: REQUEST_SECONDS,
  },
  waf_engine_phase_duration_seconds: {
    type: 'histogram',
    help: 'Time in the rule engine by phase.',
    buckets: ENGINE_SECONDS,
  },
  waf_engine_steps_used_up_total: {
    type: 'counter',
    help: 'Requests whose rules read more than ENGINE_STEP_LIMIT allows.',
  },
  waf_engine_bad_expressions_total: {
    type: 'counter',
    help: 'Requests refused as an expression that a rule makes of macros could not be compiled.',
  },
  waf_engine_errors_total: { type: 'counter', help: 'Faults of the rule engine.' },
  waf_inspection_threads: { type: 'gauge', help: 'Threads that inspect large bodies.' },
  waf_inspection_waiting: { type: 'gauge', help: 'Bodies that wait for a thread.' },
  waf_inspection_refused_total: {
    type: 'counter',
    help: 'Bodies refused uninspected: no room to wait, no time, no memory, or a thread that failed.',
  },
  waf_inspection_duration_seconds: {
    type: 'histogram',
    help: 'From the beginning of an inspection in a thread to its verdict.',
    buckets: REQUEST_SECONDS,
  },
  waf_shadow_judged_total: { type: 'counter', help: 'Requests that SHADOW_RULES have judged.' },
  waf_shadow_differences_total: {
    type: 'counter',
    help: 'Requests on which SHADOW_RULES decide otherwise.',
  },
  waf_shadow_dropped_total: {
    type: 'counter',
    help: 'Sampled requests that SHADOW_RULES have not judged.',
  },
  waf_proxy_requests_in_flight: { type: 'gauge', help: 'Requests in progress.' },
  waf_proxy_tunnels: { type: 'gauge', help: 'Upgraded connections.' },
  waf_proxy_upgrades_total: { type: 'counter', help: 'Connections upgraded.' },
  waf_proxy_upstream_errors_total: { type: 'counter', help: 'Requests a backend failed.' },
  waf_proxy_upstream_up: {
    type: 'gauge',
    help: '1: the backend is not being skipped.',
    merge: 'max',
  },
  waf_proxy_upstream_in_flight: { type: 'gauge', help: 'Requests in progress per backend.' },
  waf_proxy_upstream_weight: {
    type: 'gauge',
    help: 'Weight of a backend; less during a slow start.',
    merge: 'max',
  },
  waf_proxy_upstream_failures_total: {
    type: 'counter',
    help: 'Attempts that a backend failed; another one may have answered the request.',
  },
  waf_proxy_upstream_retries_total: {
    type: 'counter',
    help: 'Requests sent again after a backend may have received them.',
  },
  waf_proxy_upstream_checks_total: { type: 'counter', help: 'Health checks of a backend.' },
  waf_proxy_client_aborts_total: { type: 'counter', help: 'Clients gone before their answer.' },
  waf_protocol_refused_total: { type: 'counter', help: 'Messages the protocol gate refused.' },
  waf_ratelimit_rejected_total: { type: 'counter', help: 'Requests over the rate limit.' },
  waf_ratelimit_tracked_ips: { type: 'gauge', help: 'Clients the rate limiter knows.' },
  waf_ban_rejected_total: { type: 'counter', help: 'Requests of banned addresses.' },
  waf_banned_blocks: { type: 'gauge', help: 'Addresses and blocks that are banned.' },
  waf_shared_up: { type: 'gauge', help: '1: limits are shared; 0: they are kept in this process.' },
  waf_shared_replicas: { type: 'gauge', help: 'Replicas that share state.' },
  waf_shared_duration_seconds: {
    type: 'histogram',
    help: 'Time the shared store takes to answer.',
    buckets: ENGINE_SECONDS,
  },
  waf_shared_errors_total: { type: 'counter', help: 'Calls of the shared store that failed.' },
  waf_shared_local_decisions_total: {
    type: 'counter',
    help: 'Requests decided without the shared store.',
  },
  waf_shared_unsent_changes: {
    type: 'gauge',
    help: 'Changes of persistent collections that the shared store has not got yet.',
  },
  waf_shared_lag_seconds: { type: 'gauge', help: 'How long the first of them waits.' },
  waf_shared_changes_lost_total: {
    type: 'counter',
    help: 'Changes of persistent collections that the shared store may not have got.',
  },
  waf_bot_blocked_total: { type: 'counter', help: 'Requests of blocked user agents.' },
  waf_geo_blocked_total: { type: 'counter', help: 'Requests from blocked countries.' },
  waf_host_rejected_total: { type: 'counter', help: 'Requests for hosts without a class.' },
  waf_tls_handshakes_failed_total: { type: 'counter', help: 'TLS handshakes that failed.' },
  waf_tls_certificate_expiry_seconds: {
    type: 'gauge',
    help: 'When a certificate expires, in seconds since 1970.',
    merge: 'max',
  },
  waf_http2_sessions: { type: 'gauge', help: 'Connections with HTTP/2 that are open.' },
  waf_http2_streams: { type: 'gauge', help: 'Streams of HTTP/2 that are open.' },
  waf_http2_streams_total: { type: 'counter', help: 'Streams that clients have opened.' },
  waf_http2_resets_total: {
    type: 'counter',
    help: 'Streams reset by the client or the proxy, by code; the proxy refuses those over its limit as refused_stream.',
  },
  waf_http2_goaways_total: {
    type: 'counter',
    help: 'Connections that the proxy has ended or let end (GOAWAY), by reason.',
  },
  waf_spool_bytes: { type: 'gauge', help: 'Request bodies on disk.' },
  waf_trace_spans_exported_total: {
    type: 'counter',
    help: 'Spans that the endpoint of traces has taken.',
  },
  waf_trace_spans_dropped_total: {
    type: 'counter',
    help: 'Spans given up: no room to wait, or an endpoint that does not take them.',
  },
  waf_log_records_lost_total: { type: 'counter', help: 'Log records given up.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory.' },
  process_cpu_seconds_total: { type: 'counter', help: 'User and system time.' },
  process_open_fds: { type: 'gauge', help: 'Open file descriptors.' },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'JavaScript heap in use.' },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'Event loop delay since the last scrape.',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Event loop delay since the last scrape.',
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metricTable;
