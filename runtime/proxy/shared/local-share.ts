/** Decides on requests without the store: this process's share of the limit, warm from the requests before. */
import { performance } from 'node:perf_hooks';
import { UNDECIDED } from '../filters/client-refusal.ts';
import { createTokenBuckets, type RateLimit } from '../filters/rate-limiter.ts';
import type { AddressKey } from '../http/ip-address.ts';
import { createDebts, type Debts } from './debts.ts';

/** What decides while the store is away: this process with its share of the limit, nothing, or a refusal. */
export type OnError = 'local' | 'open' | 'closed';

export type LocalShare = {
  /** `mayRun`: the store may still take a token for this request. */
  readonly decide: (client: AddressKey, mayRun: boolean) => number;
  /** The store has let a request pass: the client finds no full bucket when the store goes away. */
  readonly charge: (client: AddressKey) => void;
  readonly shareBetween: (replicas: number) => void;
  readonly debts: Debts;
  readonly size: () => number;
  readonly sweep: () => void;
};

export function createLocalShare(limit: RateLimit, onError: OnError): LocalShare {
  const buckets = createTokenBuckets(limit);
  const debts = createDebts();
  let costMs = 1000 / limit.rate;
  return {
    decide: (client, mayRun) => {
      if (onError === 'closed') return UNDECIDED;
      const now = performance.now();
      const wait = buckets.take(client, now);
      if (onError === 'open') return 0;
      // What the server may still run is charged there.
      if (wait === 0 && !mayRun) debts.add(client, now, costMs);
      return wait;
    },
    charge: (client) => buckets.charge(client, performance.now()),
    shareBetween: (replicas) => {
      costMs = (1000 * replicas) / limit.rate;
      buckets.adjust({ rate: limit.rate / replicas, burst: Math.max(1, limit.burst / replicas) });
    },
    debts,
    size: buckets.size,
    sweep: () => buckets.sweep(performance.now()),
  };
}
