/** The alerts: when an operator is called, and what the operator should do. */

export type Alert = {
  readonly name: string;
  /** PromQL. The alert is raised for each series that it returns. */
  readonly when: string;
  /** How long the condition must hold. */
  readonly lasting: string;
  /** `page`: act immediately; `ticket`: act today. */
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
  readonly action: string;
};

export const alerts: readonly Alert[] = [
  {
    name: 'PortcullisEngineFaults',
    when: 'sum by (instance) (increase(waf_engine_errors_total[5m])) > 0',
    lasting: '0m',
    severity: 'page',
    summary: 'The rule engine of {{ $labels.instance }} fails on requests.',
    action:
      'They are refused with 503, or pass where ENGINE_ON_ERROR is open. The audit log has the stack: report it.',
  },
  {
    name: 'PortcullisBackendDown',
    when: 'max by (instance, upstream) (waf_proxy_upstream_up) == 0',
    lasting: '2m',
    severity: 'page',
    summary: '{{ $labels.instance }} does not reach the backend {{ $labels.upstream }}.',
    action:
      'waf_proxy_upstream_errors_total shows the kind of failure: refused, timeout, reset, malformed.',
  },
  {
    name: 'PortcullisBackendsSlow',
    when: 'histogram_quantile(0.99, sum by (instance, le) (rate(waf_proxy_upstream_duration_seconds_bucket[5m]))) > 5',
    lasting: '10m',
    severity: 'ticket',
    summary: 'One of 100 requests waits more than 5 s for a backend of {{ $labels.instance }}.',
    action:
      'The backend is slow, not the firewall: compare the time of the backends with that of requests.',
  },
  {
    name: 'PortcullisAttack',
    when: 'sum by (instance) (rate(coraza_waf_blocked_requests_total[5m])) > 10 and sum by (instance) (rate(coraza_waf_blocked_requests_total[5m])) > 10 * sum by (instance) (rate(coraza_waf_blocked_requests_total[1h] offset 1h))',
    lasting: '5m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} blocks ten times as much as before.',
    action:
      'This is an attack, or a release whose requests look like one: see which rules match most, then run `portcullis tune` on the audit log.',
  },
  {
    name: 'PortcullisRulesNotLoaded',
    when: 'sum by (instance) (increase(coraza_waf_plugin_loads_total{status!="success"}[15m])) > 0',
    lasting: '0m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} could not load rules; the previous rules stay in force.',
    action:
      'Its standard error has the reason. `portcullis check` finds mistakes before they are deployed.',
  },
  {
    name: 'PortcullisReplicasDiffer',
    when: 'count by (profile) (count by (profile, rule_set) (waf_rule_set_info)) > 1',
    lasting: '30m',
    severity: 'ticket',
    summary: 'Replicas run different rule sets for {{ $labels.profile }}.',
    action: 'A rollout is incomplete.',
  },
  {
    name: 'PortcullisLogRecordsLost',
    when: 'sum by (instance) (increase(waf_log_records_lost_total[5m])) > 0',
    lasting: '0m',
    severity: 'page',
    summary: '{{ $labels.instance }} loses log records.',
    action: 'The disk is full, or the reader of the log has stopped.',
  },
  {
    name: 'PortcullisBodiesRefused',
    when: 'sum by (instance, reason) (rate(waf_inspection_refused_total[10m])) > 0.1',
    lasting: '10m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} refuses large bodies ({{ $labels.reason }}).',
    action:
      'busy: add threads (INSPECTION_THREADS) or machines. timeout: find the clients that send these bodies.',
  },
  {
    name: 'PortcullisStepLimit',
    when: 'sum by (instance) (rate(waf_engine_steps_used_up_total[10m])) > 0.1',
    lasting: '10m',
    severity: 'ticket',
    summary: 'Requests to {{ $labels.instance }} exceed ENGINE_STEP_LIMIT.',
    action: 'A client probes for expensive requests, or bodies are too large for the limit.',
  },
  {
    name: 'PortcullisEventLoopSlow',
    when: 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.25',
    lasting: '5m',
    severity: 'ticket',
    summary: 'Requests to {{ $labels.instance }} wait for CPU time.',
    action: 'Add workers (WORKERS) or machines.',
  },
  {
    name: 'PortcullisMemory',
    when: 'sum by (instance) (process_resident_memory_bytes) > 1.5e9 and sum by (instance) (deriv(process_resident_memory_bytes[1h])) > 0',
    lasting: '1h',
    severity: 'ticket',
    summary: '{{ $labels.instance }} uses more and more memory.',
    action:
      'Many workers need more memory. If the growth does not stop, it is a bug of Portcullis: report it.',
  },
  {
    name: 'PortcullisSharedStateLost',
    when: 'max by (instance) (waf_shared_up) == 0 and max by (instance) (waf_shared_replicas) > 1',
    lasting: '2m',
    severity: 'page',
    summary: '{{ $labels.instance }} does not reach the shared store.',
    action:
      'Until it does, each process enforces its own limits. `portcullis doctor` tests the connection and the permissions.',
  },
  {
    name: 'PortcullisChangesLost',
    when: 'sum by (instance) (increase(waf_shared_changes_lost_total[10m])) > 0',
    lasting: '0m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} has lost changes of persistent collections.',
    action: 'The store was unavailable for longer than the replica could buffer them.',
  },
  {
    name: 'PortcullisCertificateExpires',
    when: 'min by (instance) (waf_tls_certificate_expiry_seconds) - time() < 14 * 86400',
    lasting: '1h',
    severity: 'ticket',
    summary: 'A certificate of {{ $labels.instance }} expires within two weeks.',
    action: 'Renew the files, then send SIGHUP.',
  },
  {
    name: 'PortcullisAbsent',
    when: 'absent(waf_rule_set_info)',
    lasting: '5m',
    severity: 'page',
    summary: 'No Portcullis is scraped.',
    action: 'ADMIN_PORT serves /metrics; set ADMIN_HOST so that Prometheus can connect to it.',
  },
];
