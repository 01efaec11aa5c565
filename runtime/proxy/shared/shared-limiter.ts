/** The rate limits that all replicas share: PROXY_RATE_LIMIT, and those of policies. */
import { performance } from 'node:perf_hooks';
import { UNDECIDED } from '../filters/client-refusal.ts';
import { createNamedBuckets } from '../filters/named-buckets.ts';
import {
  type ClientLimit,
  createTokenBuckets,
  isSameLimit,
  type Limiter,
  type RateLimit,
} from '../filters/rate-limiter.ts';
import { answered } from './answered.ts';
import { type Cost, createDebts, type Debt, type Debts } from './debts.ts';
import { groupByShard } from './group-by-shard.ts';
import type { Link } from './link.ts';
import type { OnError } from './local-share.ts';
import { REPAY } from './scripts/take.ts';
import { createSharedBuckets, MOST_KEYS, type SharedBuckets } from './shared-buckets.ts';
import type { Store } from './store.ts';

export type SharedLimiterOptions = {
  /** PROXY_RATE_LIMIT and its burst. */
  readonly limit: RateLimit;
  /** Tokens that are taken at a time for a client; with 1 the limit is exact. */
  readonly lease: number;
  readonly onError: OnError;
  /** Called for each request that was decided without the store. */
  readonly decidedLocally: () => void;
};

export type SharedLimiter = Limiter & {
  /** Sets the number of replicas that share the limits. */
  readonly shareBetween: (replicas: number) => void;
  /** Reports to the store what was decided without it. */
  readonly repay: () => Promise<void>;
  readonly sweep: () => void;
};

/** The name of the general limit; no policy has it. */
const GENERAL = '';

export function createSharedLimiter(
  link: Link,
  store: Store,
  options: SharedLimiterOptions,
): SharedLimiter {
  type Known = { limit: ClientLimit; readonly buckets: SharedBuckets };
  const general: ClientLimit = { ...options.limit, name: GENERAL };
  const ofAll = general.rate === 0 ? undefined : createTokenBuckets(general);
  const named = createNamedBuckets();
  const debts = createDebts();
  const known = new Map<string, Known>();
  let replicas = 1;
  const open = (limit: ClientLimit): Known => {
    const local = (limit.name === GENERAL ? ofAll : undefined) ?? named.add(limit);
    const buckets = createSharedBuckets(link, store, limit, { ...options, local, debts });
    buckets.shareBetween(replicas);
    const own = { limit, buckets };
    known.set(limit.name, own);
    return own;
  };
  const bucketsOf = (limit: ClientLimit): SharedBuckets => {
    const own = known.get(limit.name) ?? open(limit);
    if (!isSameLimit(own.limit, limit)) own.buckets.adjust(limit);
    own.limit = limit;
    return own.buckets;
  };
  return {
    take: (client, limit = general) => {
      if (limit.rate > 0) return bucketsOf(limit).take(client);
      return options.onError === 'closed' && !link.isUp() ? UNDECIDED : 0;
    },
    size: () => (ofAll?.size() ?? 0) + named.size(),
    shareBetween: (count) => {
      replicas = count;
      for (const { buckets } of known.values()) buckets.shareBetween(count);
    },
    repay: () => repay(debts, store),
    sweep: () => {
      const now = performance.now();
      ofAll?.sweep(now);
      named.sweep(now);
      for (const { buckets } of known.values()) buckets.sweep(now);
    },
  };
}

async function repay(debts: Debts, store: Store): Promise<void> {
  while (debts.size() > 0) {
    const owed = debts.take(MOST_KEYS, performance.now());
    const costs = [...new Set(owed.map(({ cost }) => cost))];
    const groups = costs.flatMap((cost) => {
      const same = owed.filter((debt) => debt.cost === cost);
      return groupByShard(same, store.isCluster).map((group) => [cost, group] as const);
    });
    await answered(Promise.all(groups.map(([cost, group]) => charge(debts, store, cost, group))));
  }
}

/** Charges the buckets of these clients. When that fails, the debts stay; a bucket may then be charged twice. */
async function charge(
  debts: Debts,
  store: Store,
  cost: Cost,
  group: readonly Debt[],
): Promise<void> {
  const keys = group.map(({ key }) => key);
  const values = [...cost, ...group.map(({ tokens }) => tokens.toFixed(3))];
  try {
    await store.evaluate({ script: REPAY, keys, values });
  } catch (error) {
    const now = performance.now();
    for (const debt of group) debts.putBack(debt, now);
    throw error;
  }
}
