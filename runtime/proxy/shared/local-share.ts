/**
 * Decides about requests without the store, by this process's share of a limit. It also counts requests that the
 * store allowed.
 */
import { performance } from 'node:perf_hooks';
import { UNDECIDED } from '../filters/client-refusal.ts';
import type { RateLimit, TokenBuckets } from '../filters/rate-limiter.ts';
import type { AddressKey } from '../http/ip-address.ts';

/** What applies while the store is unavailable: this process's share of the limit, no limit, or a refusal. */
export type OnError = 'local' | 'open' | 'closed';

export type LocalDecision = {
  /** What `Limiter.take` returns. */
  readonly waitMs: number;
  /** Milliseconds in which the client earns back the granted token; 0 when nothing is owed to the store. */
  readonly owedMs: number;
};

export type LocalShare = {
  readonly decide: (client: AddressKey) => LocalDecision;
  /**
   * Counts a request that the store allowed, so that the client has no full bucket when the store becomes
   * unavailable.
   */
  readonly charge: (client: AddressKey) => void;
  readonly adjust: (limit: RateLimit) => void;
  readonly shareBetween: (replicas: number) => void;
};

export function createLocalShare(
  limit: RateLimit,
  onError: OnError,
  buckets: TokenBuckets,
): LocalShare {
  let whole = limit;
  let replicas = 1;
  const share = (): void => {
    const { rate, burst } = whole;
    buckets.adjust({ rate: rate / replicas, burst: Math.max(1, burst / replicas) });
  };
  return {
    decide: (client) => {
      if (onError === 'closed') return { waitMs: UNDECIDED, owedMs: 0 };
      const waitMs = buckets.take(client, performance.now());
      if (onError === 'open') return { waitMs: 0, owedMs: 0 };
      return { waitMs, owedMs: waitMs === 0 ? (1000 * replicas) / whole.rate : 0 };
    },
    charge: (client) => buckets.charge(client, performance.now()),
    adjust: (next) => {
      whole = next;
      share();
    },
    shareBetween: (count) => {
      replicas = count;
      share();
    },
  };
}
