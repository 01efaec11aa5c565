/** The rate limiter, which one process runs for all. */
import { performance } from 'node:perf_hooks';
import {
  type ClientLimit,
  createTokenBuckets,
  type Limiter,
  type TokenBuckets,
} from '../filters/rate-limiter.ts';
import type { AddressKey } from '../http/ip-address.ts';
import type { Snapshot } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';

const SWEEP_MS = 1000;

/** Returns undefined when PROXY_RATE_LIMIT is 0. Uses a monotonic clock. */
export function localLimiter({ rateLimit, rateBurst }: ProxySettings): Limiter | undefined {
  if (rateLimit === 0) return undefined;
  const buckets = createTokenBuckets({ rate: rateLimit, burst: rateBurst });
  setInterval(() => buckets.sweep(performance.now()), SWEEP_MS).unref();
  return { take: (client) => buckets.take(client, performance.now()), size: buckets.size };
}

/** 65,536 clients of a policy: 1.3 MB once all entries have been in use. */
const POLICY_SETS = 8192;

export type NamedLimiter = {
  readonly take: (client: AddressKey, limit: ClientLimit) => number;
  readonly size: () => number;
};

/** The limits of policies, each with buckets of its own from its first request on. */
export function namedLimiter(): NamedLimiter {
  type Known = { limit: ClientLimit; readonly buckets: TokenBuckets };
  const known = new Map<string, Known>();
  const all = (): readonly TokenBuckets[] => [...known.values()].map(({ buckets }) => buckets);
  setInterval(() => {
    for (const buckets of all()) buckets.sweep(performance.now());
  }, SWEEP_MS).unref();
  return {
    take: (client, limit) => {
      if (limit.rate === 0) return 0;
      const own = known.get(limit.name) ?? {
        limit,
        buckets: createTokenBuckets(limit, POLICY_SETS),
      };
      known.set(limit.name, own);
      const isChanged = own.limit.rate !== limit.rate || own.limit.burst !== limit.burst;
      if (isChanged) own.buckets.adjust(limit);
      own.limit = limit;
      return own.buckets.take(client, performance.now());
    },
    size: () => all().reduce((sum, buckets) => sum + buckets.size(), 0),
  };
}

/** Returns the limiter's metric, which its process adds to those of the workers. */
export function limiterSnapshot(limiter: Limiter | undefined, named: NamedLimiter): Snapshot {
  return [['waf_ratelimit_tracked_ips', (limiter?.size() ?? 0) + named.size()]];
}
