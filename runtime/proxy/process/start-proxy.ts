/** Everything that one process needs to serve connections that it is given: start, reload, drain. */
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createOneAtATime } from '../body/one-at-a-time.ts';
import { collectGarbage } from '../body/reclaimer.ts';
import type { RecordService } from '../collections/record-service.ts';
import { createDecisionServer } from '../decision/decision-server.ts';
import type { Gateway, Rules, TakeToken } from '../exchange/gateway.ts';
import type { Http2Endpoint } from '../http2/endpoint.ts';
import { createHttp2Metrics } from '../http2/http2-metrics.ts';
import { createLogs, type Logs } from '../logs/logs.ts';
import type { Operator } from '../logs/operator.ts';
import { beginAtZero } from '../metrics/begin-at-zero.ts';
import { Metrics, type Snapshot } from '../metrics/metrics.ts';
import { processMetrics } from '../metrics/process-metrics.ts';
import { backendMapsOf } from '../policies/load-policies.ts';
import { createProxyServer, type ProxyServer } from '../server.ts';
import type { ProxySettings, SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles, Profile } from '../waf/profile.ts';
import { startLines } from './announce.ts';
import { buildGateway } from './build-gateway.ts';
import { gatewayMetrics, noteLoad } from './gateway-metrics.ts';
import { loadRules, type RulesLoad } from './load-rules.ts';
import { openFileLimit } from './open-file-limit.ts';
import { type InspectionHost, openInspector } from './open-inspector.ts';
import { openParts } from './open-parts.ts';
import { openShadow } from './open-shadow.ts';
import { openTraces } from './open-traces.ts';
import { type Reloaded, type ReloadedPart, reloadedOf } from './reloaded.ts';
import { warmUp } from './warm-up/warm-up.ts';
import { warmUpLater } from './warm-up/warm-up-later.ts';
import { reportLogTrouble, type WarnOnce } from './warn-once.ts';

/** At least this many milliseconds are left for exporting the last spans. */
const SPANS_MS = 1000;
/** Most milliseconds for the candidate's verdicts on the last requests. */
const SHADOW_MS = 1000;
/**
 * How often, and with pauses of how many milliseconds, shutdown checks for the last records. Counting iterations
 * instead of time gives a busy machine longer.
 */
const RECORD_ITERATIONS = 200;
const RECORD_STEP_MS = 5;

export type RunningProxy = {
  readonly accept: (socket: Socket) => void;
  /** Serves connections to DECISION_PORT. */
  readonly acceptFront: (socket: Socket) => void;
  /** Lines about the start, to print for the operator. */
  readonly lines: readonly string[];
  /**
   * Loads rules, GeoIP database and log files again. A part that fails is reported, and its previous version stays in
   * force.
   */
  readonly reload: () => Promise<ReloadedPart>;
  /** Finishes exchanges in progress, writes the logs, and closes. */
  readonly stop: () => Promise<void>;
  /** Sets the 48 bytes of TLS ticket keys. Processes with the same keys resume each other's sessions. */
  readonly setTicketKeys: (keys: Buffer) => void;
  /** Returns the current metrics. */
  readonly snapshot: () => Snapshot;
};

export type ProxyStart =
  | { readonly kind: 'Started'; readonly proxy: RunningProxy }
  /** All reasons, one line each. */
  | { readonly kind: 'Failed'; readonly errors: readonly string[] };

export type ProxyHost = {
  readonly operator: Operator;
  readonly takeToken: TakeToken;
  /** Undefined when persistent collections are kept in this process. */
  readonly records: RecordService | undefined;
  /** Undefined when no other thread can inspect bodies. */
  readonly inspection: InspectionHost | undefined;
  /** Reports problems that occur in all processes, once. */
  readonly warnOnce: WarnOnce;
  /** The value of the metrics' `worker` label. */
  readonly worker: string;
};

/**
 * Opens logs and rules and starts to serve. When something fails, it reports every problem together with the errors
 * of settings.
 */
export async function startProxy(
  read: SettingsRead,
  bundled: BundledProfiles,
  host: ProxyHost,
): Promise<ProxyStart> {
  const { settings } = read;
  const { records, warnOnce } = host;
  const logs = createLogs(reportLogTrouble(warnOnce));
  const program = host.inspection?.program;
  const opened = await openParts(read, bundled, { logs, records }, program);
  if (opened.kind === 'Failed') return opened;
  const { load, tls, accessLog, certificates } = opened.parts;
  const { endpoint } = tls;
  const current = { rules: load.rules };
  const metrics = beginMetrics(settings, load);
  const profiles = (): readonly string[] =>
    current.rules.profiles.map(({ waf }) => waf.manifest.profile);
  const trial = openShadow(settings, opened.parts.trial, { metrics, warnOnce, profiles });
  const tracing = await openTraces(settings, certificates, metrics, warnOnce, program);
  const gateway = buildGateway(settings, {
    rules: () => current.rules,
    takeToken: host.takeToken,
    bodyInspector: openInspector(settings, host.inspection, metrics),
    shadow: trial.shadow,
    tracing,
    accessLog,
    commitLogs: logs.commit,
    backendTls: tls.backends,
    metrics,
    warn: host.operator.warn,
    warnOnce,
    worker: host.worker,
  });
  const reloadRules = async (): Promise<ReloadedPart> => {
    const next = await loadRules(settings, bundled, { logs, records }, current.rules);
    noteLoad(metrics, next);
    const { problems } = next;
    if (next.kind === 'Failed') return { reloaded: 'none', problems };
    await warmUpRules(settings, next.rules, current.rules);
    current.rules = next.rules;
    gateway.backends.use(backendMapsOf(settings, next.rules.policies));
    return { reloaded: problems.length === 0 ? 'all' : 'part', problems };
  };
  const http2 = await openHttp2(gateway, metrics);
  const server = createProxyServer(gateway, openFileLimit(), endpoint, http2);
  const decisions = createDecisionServer(gateway, openFileLimit());
  // V8 specializes functions to their closure while there is only one, so those that serve clients must exist already.
  await warmUpRules(settings, load.rules);
  const measure = processMetrics(metrics, host.worker);
  const proxy: RunningProxy = {
    accept: server.accept,
    acceptFront: decisions.accept,
    lines: [...(endpoint?.lines() ?? []), ...startLines(settings, current.rules)],
    reload: reloadsOf(logs, async () => [
      await reloadRules(),
      ...[...tls.reload(), ...trial.reload()].map(reloadedPart),
    ]),
    setTicketKeys: (keys) => endpoint?.setTicketKeys(keys),
    stop: () => stop([server, decisions], gateway, logs),
    snapshot: () => {
      measure();
      endpoint?.measure(metrics);
      return gatewayMetrics(metrics, gateway, logs).snapshot();
    },
  };
  return { kind: 'Started', proxy };
}

function beginMetrics(settings: ProxySettings, load: RulesLoad): Metrics {
  const metrics = new Metrics();
  beginAtZero(metrics, settings);
  noteLoad(metrics, load);
  return metrics;
}

function reloadedPart(problems: readonly string[]): ReloadedPart {
  return { reloaded: problems.length === 0 ? 'all' : 'none', problems };
}

/** Loads the modules of HTTP/2 only when HTTP2 or HTTP2_CLEARTEXT is on. */
async function openHttp2(gateway: Gateway, metrics: Metrics): Promise<Http2Endpoint | undefined> {
  const { http2, http2Cleartext } = gateway.settings;
  const counts = createHttp2Metrics(metrics);
  if (!http2 && !http2Cleartext) return undefined;
  const { openHttp2Endpoint } = await import('../http2/endpoint.ts');
  return openHttp2Endpoint(gateway, counts);
}

/** Runs reloads one after the other; otherwise an earlier reload that ends later would undo a newer one. */
function reloadsOf(
  logs: Logs,
  reload: () => Promise<readonly ReloadedPart[]>,
): () => Promise<ReloadedPart> {
  const oneAtATime = createOneAtATime();
  return () => reloadAll(logs, () => oneAtATime(reload));
}

/** Reopens log files first, so that problems of the other parts are reported in the new files. */
async function reloadAll(
  logs: Logs,
  reload: () => Promise<readonly ReloadedPart[]>,
): Promise<ReloadedPart> {
  const logFiles = logs.reopen();
  const parts = await reload();
  const problems = [...logFiles.problems, ...parts.flatMap((part) => part.problems)];
  const reloaded = parts.map((part) => part.reloaded);
  return { reloaded: reloadedOf([...reloaded, ...reopenedPart(logFiles)]), problems };
}

/** Returns nothing when there are no log files. */
function reopenedPart({ reopened, problems }: ReturnType<Logs['reopen']>): readonly Reloaded[] {
  const done = reopened > 0 ? (['all'] as const) : [];
  return problems.length > 0 ? [...done, 'none'] : done;
}

/** Warms up the modules that are new; those already in force are warm. */
async function warmUpRules(settings: ProxySettings, rules: Rules, before?: Rules): Promise<void> {
  const inForce = before?.profiles.map(({ waf }) => waf) ?? [];
  const cold = profilesInUse(settings, rules).filter(({ waf }) => !inForce.includes(waf));
  await warmUp(settings, cold, settings.warmUpTime);
  const [first] = cold;
  if (first === undefined || settings.warmUpTime === 0) return;
  // Otherwise V8 would mark the garbage of start and warm-up during the first requests.
  if (before === undefined) collectGarbage();
  // The profiles share the engine, whose code is most of what is cold, and each one's automata take memory.
  warmUpLater(first);
}

/** Returns the profiles that some host can select. PROXY_APIS_HOSTS may be empty, and pl2 is loaded all the same. */
function profilesInUse(
  { apiHosts }: ProxySettings,
  { policies, profiles }: Rules,
): readonly Profile[] {
  const { fallback, entries } = policies;
  const named = new Set([fallback.profile.name, ...(apiHosts.length > 0 ? ['pl2'] : [])]);
  for (const { policy } of entries.values()) named.add(policy.profile.name);
  return profiles.filter(({ name }) => named.has(name));
}

async function stop(servers: readonly ProxyServer[], gateway: Gateway, logs: Logs): Promise<void> {
  for (const socket of gateway.tunnels) socket.destroySoon();
  const { shutdownTimeout } = gateway.settings;
  const end = performance.now() + shutdownTimeout;
  gateway.inProgress.endsAt = end;
  await Promise.all(servers.map((server) => server.drain(shutdownTimeout)));
  await gateway.bodyInspector?.close();
  await gateway.shadow?.close(Math.min(Math.max(end - performance.now(), 0), SHADOW_MS));
  await recorded(gateway);
  // Requests may have used up the time-out; spans get SPANS_MS in any case.
  await gateway.tracing?.close(Math.max(end - performance.now(), SPANS_MS));
  gateway.closeBackends();
  await logs.close();
}

/** Waits for tunnels and exchanges whose connection has just closed: they write their records slightly later. */
async function recorded({ inProgress }: Gateway): Promise<void> {
  for (let iteration = 0; inProgress.count > 0 && iteration < RECORD_ITERATIONS; iteration += 1)
    await setTimeout(RECORD_STEP_MS);
}
