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
  coraza_waf_rule_hits_total: { type: 'counter', help: 'Matches of rules with the action log.' },
  coraza_waf_request_anomaly_score: {
    type: 'histogram',
    help: 'Inbound anomaly score of inspected requests.',
    buckets: SCORES,
  },
  coraza_waf_plugin_loads_total: {
    type: 'counter',
    help: 'Loads of the rules at start or reload, by status.',
  },
  waf_rule_set_info: {
    type: 'gauge',
    help: 'Always 1; the labels name the rule set and the compiler in use.',
    merge: 'max',
  },
  coraza_waf_plugin_rule_count: { type: 'gauge', help: 'Rules in use.', merge: 'max' },
  coraza_waf_rule_overrides: {
    type: 'gauge',
    help: 'Rules that later directives have removed or changed.',
    merge: 'max',
  },
  coraza_waf_blocked_requests_total: {
    type: 'counter',
    help: 'Blocked requests by attack category.',
  },
  waf_decisions_total: {
    type: 'counter',
    help: 'Decisions returned at DECISION_PORT, by front and verdict.',
  },
  waf_policy_requests_total: {
    type: 'counter',
    help: 'Requests by policy of POLICIES and outcome; after the first 200 policies the label is other.',
  },
  waf_proxy_requests_total: {
    type: 'counter',
    help: 'Requests by host class, method and status of the response.',
  },
  waf_proxy_request_duration_seconds: {
    type: 'histogram',
    help: 'Seconds from the head of a request to the end of its response.',
    buckets: REQUEST_SECONDS,
  },
  waf_proxy_upstream_duration_seconds: {
    type: 'histogram',
    help: 'Seconds from forwarding a request to the head of the response of the backend.',
    buckets: REQUEST_SECONDS,
  },
  waf_engine_phase_duration_seconds: {
    type: 'histogram',
    help: 'Seconds that a request spends in the rule engine, by phase.',
    buckets: ENGINE_SECONDS,
  },
  waf_engine_steps_used_up_total: {
    type: 'counter',
    help: 'Requests for which the rules read more bytes than ENGINE_STEP_LIMIT allows.',
  },
  waf_engine_bad_expressions_total: {
    type: 'counter',
    help: 'Requests refused because a regular expression that a rule builds from macros could not be compiled.',
  },
  waf_engine_errors_total: {
    type: 'counter',
    help: 'Failures of the rule engine, by the policy of ENGINE_ON_ERROR.',
  },
  waf_inspection_threads: {
    type: 'gauge',
    help: 'Threads for the inspection of large request bodies.',
  },
  waf_inspection_waiting: {
    type: 'gauge',
    help: 'Large request bodies that wait for an inspection thread.',
  },
  waf_inspection_refused_total: {
    type: 'counter',
    help: 'Large request bodies refused without a verdict, by reason: full queue, time-out, lack of memory, or a failed thread.',
  },
  waf_inspection_duration_seconds: {
    type: 'histogram',
    help: 'Seconds from the start of an inspection in a thread to its verdict.',
    buckets: REQUEST_SECONDS,
  },
  waf_shadow_judged_total: { type: 'counter', help: 'Requests that SHADOW_RULES have inspected.' },
  waf_shadow_differences_total: {
    type: 'counter',
    help: 'Requests that SHADOW_RULES decide differently from the rules in force, by change.',
  },
  waf_shadow_dropped_total: {
    type: 'counter',
    help: 'Sampled requests that SHADOW_RULES could not inspect, by reason.',
  },
  waf_proxy_requests_in_flight: { type: 'gauge', help: 'Requests in progress.' },
  waf_proxy_tunnels: { type: 'gauge', help: 'Upgraded connections that are open.' },
  waf_proxy_upgrades_total: {
    type: 'counter',
    help: 'Connections that were upgraded since the start.',
  },
  waf_proxy_upstream_errors_total: {
    type: 'counter',
    help: 'Requests that failed because of a backend, by kind of failure.',
  },
  waf_proxy_upstream_up: {
    type: 'gauge',
    help: '0 from a failed attempt to connect to the backend until one succeeds, and while it is unhealthy; else 1.',
    merge: 'max',
  },
  waf_proxy_upstream_in_flight: { type: 'gauge', help: 'Requests in progress by backend.' },
  waf_proxy_upstream_weight: {
    type: 'gauge',
    help: 'Weight of a backend, lower during a slow start.',
    merge: 'max',
  },
  waf_proxy_upstream_failures_total: {
    type: 'counter',
    help: 'Failed attempts to send a request to a backend; another backend may have answered the request.',
  },
  waf_proxy_upstream_retries_total: {
    type: 'counter',
    help: 'Retries of requests that a backend may already have received.',
  },
  waf_proxy_upstream_checks_total: {
    type: 'counter',
    help: 'Health checks by backend and result.',
  },
  waf_proxy_client_aborts_total: {
    type: 'counter',
    help: 'Requests whose client disconnected before the response.',
  },
  waf_protocol_refused_total: {
    type: 'counter',
    help: 'Requests refused because they violate the HTTP protocol.',
  },
  waf_ratelimit_rejected_total: {
    type: 'counter',
    help: 'Requests refused because their client exceeded the rate limit.',
  },
  waf_ratelimit_tracked_ips: {
    type: 'gauge',
    help: 'Clients that the rate limiter keeps state for.',
  },
  waf_ban_rejected_total: {
    type: 'counter',
    help: 'Requests refused because their address is banned.',
  },
  waf_banned_blocks: { type: 'gauge', help: 'Addresses and CIDR blocks that are banned.' },
  waf_shared_up: {
    type: 'gauge',
    help: '1 while the shared store answers, 0 while limits are kept in this process.',
  },
  waf_shared_replicas: {
    type: 'gauge',
    help: 'Replicas that share state through SHARED_STATE_URL.',
  },
  waf_shared_duration_seconds: {
    type: 'histogram',
    help: 'Seconds that the shared store takes to answer.',
    buckets: ENGINE_SECONDS,
  },
  waf_shared_errors_total: { type: 'counter', help: 'Failed calls to the shared store, by kind.' },
  waf_shared_local_decisions_total: {
    type: 'counter',
    help: 'Rate limit decisions that were made without the shared store.',
  },
  waf_shared_unsent_changes: {
    type: 'gauge',
    help: 'Changes of persistent collections that wait to be sent to the shared store.',
  },
  waf_shared_lag_seconds: {
    type: 'gauge',
    help: 'Seconds that the oldest change of a persistent collection has waited to be sent to the shared store.',
  },
  waf_shared_changes_lost_total: {
    type: 'counter',
    help: 'Changes of persistent collections that the shared store may not have received.',
  },
  waf_bot_blocked_total: {
    type: 'counter',
    help: 'Requests refused because of their User-Agent (PROXY_BLOCK_BOTS).',
  },
  waf_geo_blocked_total: {
    type: 'counter',
    help: 'Requests refused because of the country of their client.',
  },
  waf_host_rejected_total: {
    type: 'counter',
    help: 'Requests refused because no host list or policy names their host.',
  },
  waf_tls_handshakes_failed_total: { type: 'counter', help: 'TLS handshakes that failed.' },
  waf_tls_certificate_expiry_seconds: {
    type: 'gauge',
    help: 'Time when a certificate expires, in seconds since 1970.',
    merge: 'max',
  },
  waf_http2_sessions: { type: 'gauge', help: 'HTTP/2 connections that are open.' },
  waf_http2_streams: { type: 'gauge', help: 'HTTP/2 streams that are open.' },
  waf_http2_streams_total: { type: 'counter', help: 'HTTP/2 streams that clients have opened.' },
  waf_http2_resets_total: {
    type: 'counter',
    help: 'HTTP/2 streams reset by the client or the proxy, by code; streams over the limit of the proxy have the code refused_stream.',
  },
  waf_http2_goaways_total: {
    type: 'counter',
    help: 'HTTP/2 connections that ended with a GOAWAY frame of the proxy, by reason.',
  },
  waf_body_memory_bytes: {
    type: 'gauge',
    help: 'Bytes of request bodies over SecRequestBodyInMemoryLimit that are in memory.',
  },
  waf_spool_bytes: { type: 'gauge', help: 'Bytes of request bodies stored on disk.' },
  waf_trace_spans_exported_total: {
    type: 'counter',
    help: 'Spans that the endpoint of traces has accepted.',
  },
  waf_trace_spans_dropped_total: {
    type: 'counter',
    help: 'Spans dropped because the queue was full or the endpoint of traces did not accept them, by reason.',
  },
  waf_log_records_lost_total: {
    type: 'counter',
    help: 'Log records that were lost because they could not be written.',
  },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory in bytes.' },
  process_cpu_seconds_total: { type: 'counter', help: 'User and system CPU time in seconds.' },
  process_open_fds: { type: 'gauge', help: 'Open file descriptors.' },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'JavaScript heap in use, in bytes.' },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99th percentile of the event loop delay since the last scrape, in seconds.',
  },
  nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'Longest event loop delay since the last scrape, in seconds.',
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metricTable;
