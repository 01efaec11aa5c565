/** The rate limiter, which one process runs for all. */
import { performance } from 'node:perf_hooks';
import { createTokenBuckets, type Limiter } from '../filters/rate-limiter.ts';
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

/** Returns the limiter's metric, which its process adds to those of the workers. */
export function limiterSnapshot(limiter: Limiter | undefined): Snapshot {
  return [['waf_ratelimit_tracked_ips', limiter?.size() ?? 0]];
}
