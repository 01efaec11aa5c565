/** The rate limit of all processes: kept in one of them. */
import { performance } from 'node:perf_hooks';
import type { AddressKey } from '../filters/ip-address.ts';
import { createTokenBuckets } from '../filters/rate-limiter.ts';
import type { Snapshot } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';

const SWEEP_MS = 1000;

export type Limiter = {
  /** Milliseconds until the client has a token; 0: it had one, and it is taken. */
  readonly take: (client: AddressKey) => number;
  /** Clients known. */
  readonly size: () => number;
};

/** Undefined: PROXY_RATE_LIMIT is 0. Times are those of a monotonic clock. */
export function localLimiter({ rateLimit, rateBurst }: ProxySettings): Limiter | undefined {
  if (rateLimit === 0) return undefined;
  const buckets = createTokenBuckets({ rate: rateLimit, burst: rateBurst });
  setInterval(() => buckets.sweep(performance.now()), SWEEP_MS).unref();
  return { take: (client) => buckets.take(client, performance.now()), size: buckets.size };
}

/** The limiter's figure, beside those of the processes that ask it. */
export function limiterSnapshot(limiter: Limiter | undefined): Snapshot {
  return [['waf_ratelimit_tracked_ips', limiter?.size() ?? 0]];
}
