/** Settings to the parts that serve exchanges. */
import { performance } from 'node:perf_hooks';
import { createBackendAgents } from '../backend/backend-agents.ts';
import { createBackends } from '../backend/backends.ts';
import { createForwarder } from '../backend/forward.ts';
import type { Gateway, Observer, Rules, TakeToken } from '../exchange/gateway.ts';
import { trustedPeers } from '../filters/client-address.ts';
import { geoPolicy } from '../filters/geo-policy.ts';
import { hostClasses } from '../filters/host-class.ts';
import { addressKey } from '../filters/ip-address.ts';
import { createTokenBuckets } from '../filters/rate-limiter.ts';
import type { LogSink } from '../logs/logs.ts';
import type { ProxySettings } from '../settings/read-settings.ts';

/** What lives outside of a gateway. */
export type GatewayParts = {
  readonly rules: () => Rules;
  readonly takeToken: TakeToken;
  readonly accessLog: LogSink;
  readonly observe: Observer;
  readonly warn: (message: string) => void;
};

export function buildGateway(settings: ProxySettings, parts: GatewayParts): Gateway {
  const agents = createBackendAgents(settings.backendKeepAlive);
  return {
    settings,
    ...parts,
    trustsPeer: trustedPeers(settings.trustedProxies),
    blocksCountry: geoPolicy(settings.geoAllow, settings.geoDeny),
    classOf: hostClasses(settings.webHosts, settings.apiHosts),
    backends: createBackends(settings.backends),
    forward: createForwarder(agents, {
      timeouts: {
        connect: settings.backendConnectTimeout,
        response: settings.backendResponseTimeout,
        idle: settings.backendIdleTimeout,
      },
      downMs: settings.backendRetryAfter,
      maxInProgress: settings.backendMaxRequests,
    }),
    spool: { limit: settings.spoolLimit, used: 0 },
  };
}

const SWEEP_MS = 1000;

/** The limiter of a process that has no others beside it. */
export function localTokens({ rateLimit, rateBurst }: ProxySettings): TakeToken {
  if (rateLimit === 0) return () => 0;
  const buckets = createTokenBuckets({ rate: rateLimit, burst: rateBurst });
  setInterval(() => buckets.sweep(performance.now()), SWEEP_MS).unref();
  return (address) => buckets.take(addressKey(address), performance.now());
}
