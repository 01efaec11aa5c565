/** The rate limiter, which one process runs for all. */
import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type ClientTable, createClientTable } from '../filters/client-table.ts';
import {
  type ClientLimit,
  createTokenBuckets,
  type Limiter,
  type TokenBuckets,
  tokenBucketsIn,
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

/** 2.6 million clients of all policies together, as many as of the limit for all. */
const POLICY_SETS = 327_680;

export type NamedLimiter = {
  readonly take: (client: AddressKey, limit: ClientLimit) => number;
  readonly size: () => number;
};

/**
 * The limits of policies: each counts for itself, in one table, so that many of them take no more memory than one. The
 * table is made for the first request that has such a limit.
 */
export function namedLimiter(): NamedLimiter {
  type Known = {
    limit: ClientLimit;
    readonly buckets: TokenBuckets;
    /** Makes the clients of one limit different from those of another. */
    readonly salt: AddressKey;
  };
  const known = new Map<string, Known>();
  let table: ClientTable | undefined;
  let sweeping: TokenBuckets | undefined;
  const add = (limit: ClientLimit): Known => {
    table ??= createClientTable(POLICY_SETS);
    const buckets = tokenBucketsIn(table, limit);
    sweeping ??= buckets;
    const own = { limit, buckets, salt: { high: randomInt(2 ** 32), low: randomInt(2 ** 32) } };
    known.set(limit.name, own);
    return own;
  };
  setInterval(() => sweeping?.sweep(performance.now()), SWEEP_MS).unref();
  return {
    take: ({ high, low }, limit) => {
      if (limit.rate === 0) return 0;
      const own = known.get(limit.name) ?? add(limit);
      const isChanged = own.limit.rate !== limit.rate || own.limit.burst !== limit.burst;
      if (isChanged) own.buckets.adjust(limit);
      own.limit = limit;
      const { salt } = own;
      const client = { high: (high ^ salt.high) >>> 0, low: (low ^ salt.low) >>> 0 };
      return own.buckets.take(client, performance.now());
    },
    size: () => table?.used ?? 0,
  };
}

/** Returns the limiter's metric, which its process adds to those of the workers. */
export function limiterSnapshot(limiter: Limiter | undefined, named: NamedLimiter): Snapshot {
  return [['waf_ratelimit_tracked_ips', (limiter?.size() ?? 0) + named.size()]];
}
