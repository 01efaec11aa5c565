/** Builds the gateway from settings. */
import type { Backend } from '../backend/backend.ts';
import type { BackendTls } from '../backend/backend-tls.ts';
import { createBackends } from '../backend/backends.ts';
import { createForwarder } from '../backend/forward.ts';
import { startHealthChecks } from '../backend/health-checks.ts';
import { openAccess } from '../backend/open-access.ts';
import { reportCertificate } from '../backend/try-connection.ts';
import { createOneAtATime } from '../body/one-at-a-time.ts';
import { createReclaimer } from '../body/reclaimer.ts';
import { createBatches } from '../exchange/batches.ts';
import type { Gateway, Rules, TakeToken, Tracing } from '../exchange/gateway.ts';
import { clientPolicy } from '../filters/client-address.ts';
import { geoPolicy } from '../filters/geo-policy.ts';
import type { LogSink } from '../logs/logs.ts';
import { exchangeMetrics } from '../metrics/exchange-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { backendMapsOf } from '../policies/load-policies.ts';
import { addressLabel } from '../settings/backend-address.ts';
import { groupsOf } from '../settings/backend-map.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { BodyInspector } from '../threads/body-inspector.ts';

/** The parts that are created outside of the gateway. */
export type GatewayParts = {
  readonly rules: () => Rules;
  readonly takeToken: TakeToken;
  readonly bodyInspector: BodyInspector | undefined;
  readonly shadow: Shadow | undefined;
  readonly tracing: Tracing | undefined;
  readonly accessLog: LogSink;
  readonly commitLogs: () => void;
  readonly backendTls: BackendTls;
  readonly metrics: Metrics;
  readonly warn: (message: string) => void;
  readonly warnOnce: Gateway['warnOnce'];
  /** "0" when there are no workers; workers are numbered from "1". */
  readonly worker: string;
};

const FIRST_PROCESSES: ReadonlySet<string> = new Set(['0', '1']);

export function buildGateway(settings: ProxySettings, parts: GatewayParts): Gateway {
  const { metrics, warn, backendTls, worker, ...shared } = parts;
  const access = openAccess(settings, backendTls, warn);
  const balance = {
    method: settings.backendBalance,
    slowStartMs: settings.backendSlowStart,
    maxInProgress: settings.backendMaxRequests,
  };
  const timeouts = {
    connect: settings.backendConnectTimeout,
    response: settings.backendResponseTimeout,
    idle: settings.backendIdleTimeout,
  };
  const candidatePolicy = {
    downMs: settings.backendRetryAfter,
    retries: settings.backendRetries,
  };
  const listed = new Set(groupsOf(settings.backends).flat().map(addressLabel));
  const watch = (backend: Backend): (() => void) => {
    const variable = listed.has(backend.label) ? 'BACKENDS' : 'POLICIES';
    const report = (line: string): void => warn(`${variable}: ${line}`);
    // Only one process reports the certificate, because the report would be the same in all workers.
    if (FIRST_PROCESSES.has(worker))
      void reportCertificate(backend, settings.backendConnectTimeout, report);
    return startHealthChecks(backend, settings, warn);
  };
  const backends = createBackends(balance, access.accessTo, watch);
  backends.use(backendMapsOf(settings, parts.rules().policies));
  return {
    ...shared,
    settings,
    warn,
    clients: clientPolicy(settings.trustedProxies, settings.clientIpHeader),
    blocksCountry: settings.geoBlock ? geoPolicy(settings.geoAllow, settings.geoDeny) : () => false,
    backends,
    closeBackends: () => {
      backends.use([]);
      access.close();
    },
    balance,
    forward: createForwarder({ ...candidatePolicy, timeouts }),
    timeouts,
    candidatePolicy,
    largeBodies: createOneAtATime(),
    reclaimer: createReclaimer(),
    spool: { limit: settings.spoolLimit, used: 0 },
    nextRequests: createBatches(),
    nextResponses: createBatches(),
    bodyMemory: { limit: settings.bodyMemory, used: 0 },
    tunnels: new Set(),
    inProgress: { count: 0, endsAt: Number.POSITIVE_INFINITY },
    observe: exchangeMetrics(metrics, [...settings.geoAllow, ...settings.geoDeny]),
    backendFailed: ({ kind }) => metrics.add('waf_proxy_upstream_errors_total', { kind }),
    engineFailed: (id, step, error) => {
      metrics.add('waf_engine_errors_total', { policy: settings.engineOnError });
      warn(`WAF engine error in ${step}, request ${id}: ${String(error)}`);
    },
  };
}
