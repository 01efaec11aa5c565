/** The rows of the dashboard with their panels and queries. */
import { AT, graph, quantile, quantiles, type Row, rate, stat, sum } from './panel.ts';
import { processRows } from './process-rows.ts';

export const rows: readonly Row[] = [
  {
    title: 'Verdicts',
    panels: [
      graph('Inspected requests', 'reqps', 'By outcome.', {
        query: rate('coraza_waf_requests_total', 'outcome'),
        legend: '{{outcome}}',
      }),
      graph('Blocked requests', 'reqps', 'By category of attack.', {
        query: rate('coraza_waf_blocked_requests_total', 'category'),
        legend: '{{category}}',
      }),
      {
        title: 'Rules that match most',
        description:
          'In the selected time range. `portcullis tune` finds false alarms in the audit log.',
        unit: 'short',
        kind: 'table',
        queries: [
          {
            query: `topk(20, sum by (rule_id, severity, outcome) (increase(coraza_waf_rule_hits_total${AT}[$__range])))`,
            legend: '',
          },
        ],
      },
      {
        title: 'Anomaly scores',
        description:
          'Scores of requests, relative to the threshold. Many just below it are a probing attack, or false alarms.',
        unit: 'short',
        kind: 'heatmap',
        queries: [
          {
            query: `sum by (le) (increase(coraza_waf_request_anomaly_score_bucket${AT}[$__rate_interval]))`,
            legend: '{{le}}',
          },
        ],
      },
      graph(
        'Refused before the rules',
        'reqps',
        'By filters, and for violations of the protocol.',
        { query: rate('waf_protocol_refused_total', ''), legend: 'protocol' },
        { query: rate('waf_ratelimit_rejected_total', ''), legend: 'rate limit' },
        { query: rate('waf_ban_rejected_total', ''), legend: 'ban' },
        { query: rate('waf_bot_blocked_total', ''), legend: 'bot' },
        { query: rate('waf_geo_blocked_total', 'country'), legend: 'country {{country}}' },
        { query: rate('waf_host_rejected_total', ''), legend: 'unknown host' },
      ),
    ],
  },
  {
    title: 'Traffic',
    panels: [
      graph('Responses', 'reqps', 'By status and class of host.', {
        query: rate('waf_proxy_requests_total', 'code, host_class'),
        legend: '{{code}} {{host_class}}',
      }),
      quantiles(
        'Time of a request',
        'waf_proxy_request_duration_seconds',
        'From its head to the end of its response.',
      ),
      quantiles(
        'Time of the backends',
        'waf_proxy_upstream_duration_seconds',
        'From forwarding to the head of the response.',
      ),
      graph(
        'In progress',
        'short',
        'Requests, and connections that have been upgraded.',
        { query: sum(`waf_proxy_requests_in_flight${AT}`, ''), legend: 'requests' },
        { query: sum(`waf_proxy_tunnels${AT}`, ''), legend: 'tunnels' },
        { query: rate('waf_proxy_upgrades_total', ''), legend: 'upgrades a second' },
      ),
      graph(
        'Policies',
        'reqps',
        'By outcome; policies beyond the first 200 are counted as other.',
        {
          query: rate('waf_policy_requests_total', 'policy, outcome'),
          legend: '{{policy}} {{outcome}}',
        },
      ),
      graph('Decisions for fronts', 'reqps', 'Decisions at DECISION_PORT.', {
        query: rate('waf_decisions_total', 'front, verdict'),
        legend: '{{front}} {{verdict}}',
      }),
      graph(
        'Rules on trial',
        'reqps',
        'SHADOW_RULES: judged requests, different decisions, dropped requests.',
        {
          query: `${rate('waf_shadow_judged_total', '')} or ${rate('waf_shadow_differences_total', 'change')} or ${rate('waf_shadow_dropped_total', 'reason')}`,
          legend: 'judged {{change}} {{reason}}',
        },
      ),
      graph(
        'Clients gone early',
        'reqps',
        'Clients that disconnected before their response was complete.',
        {
          query: rate('waf_proxy_client_aborts_total', ''),
          legend: 'clients',
        },
      ),
    ],
  },
  {
    title: 'Backends',
    panels: [
      graph('In use', 'short', '1: in use. 0: skipped because it has failed.', {
        query: `min by (upstream) (waf_proxy_upstream_up${AT})`,
        legend: '{{upstream}}',
      }),
      graph('Requests in progress', 'short', 'Shows how evenly requests are distributed.', {
        query: sum(`waf_proxy_upstream_in_flight${AT}`, 'upstream'),
        legend: '{{upstream}}',
      }),
      graph('Failures', 'reqps', 'By kind: refused, timeout, reset, malformed and others.', {
        query: rate('waf_proxy_upstream_errors_total', 'kind'),
        legend: '{{kind}}',
      }),
      graph('Attempts that failed', 'reqps', 'Another backend may have answered the request.', {
        query: rate('waf_proxy_upstream_failures_total', 'upstream'),
        legend: '{{upstream}}',
      }),
      graph('Retries', 'reqps', 'Retries of requests that a backend may already have received.', {
        query: rate('waf_proxy_upstream_retries_total', ''),
        legend: 'retries',
      }),
      graph('Health checks', 'reqps', 'By outcome; only with BACKEND_CHECK_PATH.', {
        query: rate('waf_proxy_upstream_checks_total', 'upstream, result'),
        legend: '{{upstream}} {{result}}',
      }),
      graph('Weight', 'short', 'A weight below the configured one is a slow start.', {
        query: `max by (upstream) (waf_proxy_upstream_weight${AT})`,
        legend: '{{upstream}}',
      }),
    ],
  },
  {
    title: 'Rule engine',
    panels: [
      graph('Time by phase', 's', '99 of 100 inspections take less.', {
        query: quantile(0.99, 'waf_engine_phase_duration_seconds', 'phase'),
        legend: 'phase {{phase}}',
      }),
      graph(
        'No verdict',
        'reqps',
        'All are refused (unless ENGINE_ON_ERROR is open): the engine failed, the step limit was reached, or an expression was invalid.',
        { query: rate('waf_engine_errors_total', 'policy'), legend: 'fault, {{policy}}' },
        { query: rate('waf_engine_steps_used_up_total', ''), legend: 'step limit' },
        { query: rate('waf_engine_bad_expressions_total', ''), legend: 'bad expression' },
        { query: rate('waf_inspection_refused_total', 'reason'), legend: 'large body: {{reason}}' },
      ),
      graph(
        'Large bodies',
        'short',
        'Inspection threads, and bodies that wait for one.',
        { query: sum(`waf_inspection_threads${AT}`, ''), legend: 'threads' },
        { query: sum(`waf_inspection_waiting${AT}`, ''), legend: 'waiting' },
      ),
      quantiles(
        'Time of large bodies',
        'waf_inspection_duration_seconds',
        'From the start of the inspection in a thread to the verdict.',
      ),
      {
        title: 'Rule sets in force',
        description: 'Two rows of one profile: replicas differ.',
        unit: 'short',
        kind: 'table',
        queries: [
          {
            query: `count by (profile, rule_set, compiler) (waf_rule_set_info${AT})`,
            legend: '',
          },
        ],
      },
      graph(
        'Rules',
        'short',
        'Rules in force, and rules that later directives have removed or changed.',
        {
          query: `max by (profile) (coraza_waf_plugin_rule_count${AT})`,
          legend: '{{profile}} in force',
        },
        {
          query: `max by (profile) (coraza_waf_rule_overrides${AT})`,
          legend: '{{profile}} overridden',
        },
      ),
      graph('Loads of rules', 'short', 'After a failed load, the previous rules stay in force.', {
        query: sum(`increase(coraza_waf_plugin_loads_total${AT}[$__rate_interval])`, 'status'),
        legend: '{{status}}',
      }),
    ],
  },
  {
    title: 'Limits, bans and shared state',
    panels: [
      graph(
        'Clients and bans',
        'short',
        'Clients that the rate limiter keeps state for, and banned blocks.',
        {
          query: sum(`waf_ratelimit_tracked_ips${AT}`, ''),
          legend: 'clients',
        },
        {
          query: `max(waf_banned_blocks${AT})`,
          legend: 'bans',
        },
      ),
      graph('Shared', 'short', '1: limits are shared. 0: each process enforces its own.', {
        query: `min by (instance) (waf_shared_up${AT})`,
        legend: '{{instance}}',
      }),
      stat(
        'Replicas',
        'short',
        'Replicas that share state, as the store counts them.',
        `max(waf_shared_replicas${AT})`,
      ),
      quantiles('Time of the store', 'waf_shared_duration_seconds', 'From a call to its response.'),
      graph(
        'Without the store',
        'reqps',
        'Calls that failed, and requests that were decided without it.',
        { query: rate('waf_shared_errors_total', 'kind'), legend: '{{kind}}' },
        { query: rate('waf_shared_local_decisions_total', ''), legend: 'decided here' },
      ),
      graph(
        'Changes on their way',
        'short',
        'Changes of persistent collections that are not sent yet, and lost ones.',
        { query: sum(`waf_shared_unsent_changes${AT}`, ''), legend: 'waiting' },
        { query: rate('waf_shared_changes_lost_total', ''), legend: 'lost a second' },
      ),
      graph('Lag', 's', 'How long the oldest change has waited.', {
        query: `max(waf_shared_lag_seconds${AT})`,
        legend: 'lag',
      }),
    ],
  },
  ...processRows,
];
