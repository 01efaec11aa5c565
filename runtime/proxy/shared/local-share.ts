/** Decides on requests without the store: this process's share of a limit, warm from the requests before. */
import { performance } from 'node:perf_hooks';
import { UNDECIDED } from '../filters/client-refusal.ts';
import type { RateLimit, TokenBuckets } from '../filters/rate-limiter.ts';
import type { AddressKey } from '../http/ip-address.ts';

/** What decides while the store is away: this process with its share of the limit, nothing, or a refusal. */
export type OnError = 'local' | 'open' | 'closed';

export type LocalDecision = {
  /** As `Limiter.take` says. */
  readonly waitMs: number;
  /** Milliseconds that the client takes to earn back what it has got; 0: nothing is owed to the store. */
  readonly owedMs: number;
};

export type LocalShare = {
  readonly decide: (client: AddressKey) => LocalDecision;
  /** The store has let a request pass: the client finds no full bucket when the store goes away. */
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
