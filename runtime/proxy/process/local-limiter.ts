/** The rate limiter of a process that shares no state with replicas; it serves all workers of the process. */
import { performance } from 'node:perf_hooks';
import { createNamedBuckets } from '../filters/named-buckets.ts';
import {
  type ClientLimit,
  createTokenBuckets,
  isSameLimit,
  type Limiter,
  type RateLimit,
  type TokenBuckets,
} from '../filters/rate-limiter.ts';

const SWEEP_MS = 1000;

/** `general`: the limit of PROXY_RATE_LIMIT and its burst. Measures time with a monotonic clock. */
export function localLimiter(general: RateLimit): Limiter {
  type Known = { limit: ClientLimit; readonly buckets: TokenBuckets };
  const ofAll = general.rate === 0 ? undefined : createTokenBuckets(general);
  const named = createNamedBuckets();
  const known = new Map<string, Known>();
  const bucketsOf = (limit: ClientLimit): TokenBuckets => {
    const own = known.get(limit.name) ?? { limit, buckets: named.add(limit) };
    known.set(limit.name, own);
    if (!isSameLimit(own.limit, limit)) own.buckets.adjust(limit);
    own.limit = limit;
    return own.buckets;
  };
  setInterval(() => {
    const now = performance.now();
    ofAll?.sweep(now);
    named.sweep(now);
  }, SWEEP_MS).unref();
  return {
    take: (client, limit) => {
      if (limit === undefined) return ofAll?.take(client, performance.now()) ?? 0;
      return limit.rate === 0 ? 0 : bucketsOf(limit).take(client, performance.now());
    },
    size: () => (ofAll?.size() ?? 0) + named.size(),
  };
}
