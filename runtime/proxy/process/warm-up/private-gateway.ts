/**
 * Creates a gateway like the one in force for the proxy's own requests. Nothing outside sees its logs, metrics and
 * records.
 */
import { devNull } from 'node:os';
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';
import type { BackendTls } from '../../backend/backend-tls.ts';
import type { Gateway, Rules } from '../../exchange/gateway.ts';
import { createLogs } from '../../logs/logs.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { createPolicyMap } from '../../policies/policy-map.ts';
import { listedPolicy, type SitePolicy } from '../../policies/site-policy.ts';
import type { ProxySettings } from '../../settings/read-settings.ts';
import type { Profile } from '../../waf/profile.ts';
import { buildGateway } from '../build-gateway.ts';

export type PrivateGateway = {
  readonly gateway: Gateway;
  /** For each profile, a host whose requests it inspects. */
  readonly hosts: readonly string[];
  readonly close: () => Promise<void>;
};

const NO_TLS: BackendTls = {
  context: () => {
    throw new Error('the backend of the warm-up does not support TLS');
  },
  reload: undefined,
};

/** `backendPort`: the port of the only backend, on the loopback interface. Throws when there is no null device. */
export function openPrivateGateway(
  settings: ProxySettings,
  profiles: readonly Profile[],
  backendPort: number,
): PrivateGateway {
  const logs = createLogs();
  const policies = profiles.map(privatePolicy);
  const hosts = policies.map((_, index) => `profile${index}.test`);
  const rules = privateRules(policies, hosts);
  const backend = { host: '127.0.0.1', port: backendPort };
  const own: ProxySettings = {
    ...settings,
    backends: { hosts: new Map(), fallback: { paths: [], fallback: [backend] } },
    backendCheckPath: undefined,
    backendDnsTtl: 0,
    geoBlock: false,
    maxConnections: undefined,
  };
  const gateway = buildGateway(own, {
    rules: () => rules,
    takeToken: () => 0,
    bodyInspector: undefined,
    shadow: undefined,
    tracing: undefined,
    accessLog: settings.accessLog === 'off' ? undefined : logs.open(devNull),
    commitLogs: logs.commit,
    backendTls: NO_TLS,
    metrics: new Metrics(),
    warn: () => {},
    warnOnce: () => {},
    worker: 'none',
  });
  const close = async (): Promise<void> => {
    gateway.closeBackends();
    await logs.close();
  };
  return { gateway, hosts, close };
}

/** Returns a policy with the same rules, separate collections and no log. */
function privatePolicy(profile: Profile): SitePolicy {
  const services = { ...profile.services, collections: new MemoryCollections() };
  const own: Profile = { ...profile, services, records: undefined };
  return listedPolicy('web', { profile: own, log: () => {}, rateLimit: 0, rateBurst: 0 });
}

function privateRules(policies: readonly SitePolicy[], hosts: readonly string[]): Rules {
  const [fallback] = policies;
  if (fallback === undefined) throw new Error('there is no profile');
  const routes = policies.map((policy, index) => ({ host: hosts[index] ?? '', path: '', policy }));
  return {
    policies: { choose: createPolicyMap(routes), fallback, entries: new Map() },
    profiles: policies.map(({ profile }) => profile),
    geo: undefined,
  };
}
