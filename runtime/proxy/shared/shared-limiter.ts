/** The rate limit of all replicas together: one call of the store for all requests of an iteration of the event loop. */
import { performance } from 'node:perf_hooks';
import type { Limiter, RateLimit } from '../filters/rate-limiter.ts';
import type { AddressKey } from '../http/ip-address.ts';
import { groupByShard } from './group-by-shard.ts';
import { bucketKey } from './keys.ts';
import { createLeases } from './leases.ts';
import type { Link } from './link.ts';
import { createLocalShare, type LocalShare, type OnError } from './local-share.ts';
import { REPAY, TAKE } from './scripts/take.ts';
import { listIn, type Store } from './store.ts';

export type SharedLimiterOptions = {
  readonly limit: RateLimit;
  /** Tokens that are taken at a time for a client; 1: the limit is exact. */
  readonly lease: number;
  readonly onError: OnError;
  /** Called for each request that was decided without the store. */
  readonly decidedLocally: () => void;
};

export type SharedLimiter = Limiter & {
  /** The limit is shared by so many replicas. */
  readonly shareBetween: (replicas: number) => void;
  /** Hands in what was decided without the store. */
  readonly repay: () => Promise<void>;
  readonly sweep: () => void;
};

type Waiting = {
  readonly client: AddressKey;
  readonly key: string;
  readonly resolve: (waitMs: number) => void;
};

/** Microseconds: of one token, and by which a bucket can be late before its last token is gone. */
type Cost = readonly [token: number, limit: number];

/** Keys of one call. */
const MOST_KEYS = 1000;

export function createSharedLimiter(
  link: Link,
  store: Store,
  options: SharedLimiterOptions,
): SharedLimiter {
  const { limit, lease } = options;
  const token = 1_000_000 / limit.rate;
  const cost: Cost = [token, (limit.burst - 1) * token];
  const local = createLocalShare(limit, options.onError);
  const leases = createLeases();
  const decide = (client: AddressKey, mayRun: boolean): number => {
    options.decidedLocally();
    return local.decide(client, mayRun);
  };
  /** `reply`: what the script has found. */
  const decided = (client: AddressKey, reply: number): number => {
    if (reply >= 0) return Math.max(1, reply / 1000);
    local.charge(client);
    leases.add(client, -reply - 1, performance.now());
    return 0;
  };
  const takeGroup = async (group: readonly Waiting[]): Promise<void> => {
    const keys = group.map(({ key }) => key);
    const outcome = await link.call({ script: TAKE, keys, values: [...cost, lease] }, group.length);
    const replies = outcome.kind === 'Answered' ? listIn(outcome.reply) : [];
    const mayRun = outcome.kind === 'Answered' || outcome.mayRun;
    group.forEach(({ client, resolve }, index) => {
      const reply = replies[index];
      resolve(typeof reply === 'number' ? decided(client, reply) : decide(client, mayRun));
    });
  };
  const enqueue = batchPerIteration<Waiting>((all) => {
    for (let from = 0; from < all.length; from += MOST_KEYS) {
      const groups = groupByShard(all.slice(from, from + MOST_KEYS), store.isCluster);
      for (const group of groups) void takeGroup(group);
    }
  });
  return {
    take: (client) => {
      if (!link.isUp()) return decide(client, false);
      if (leases.take(client, performance.now())) {
        local.charge(client);
        return 0;
      }
      return new Promise((resolve) => enqueue({ client, key: bucketKey(client), resolve }));
    },
    size: local.size,
    shareBetween: local.shareBetween,
    repay: () => repay(local, store, cost),
    sweep: () => {
      local.sweep();
      leases.sweep(performance.now());
    },
  };
}

/** Gathers the items of one iteration of the event loop. */
function batchPerIteration<Item>(send: (items: readonly Item[]) => void): (item: Item) => void {
  let items: Item[] = [];
  return (item) => {
    if (items.push(item) > 1) return;
    setImmediate(() => {
      const all = items;
      items = [];
      send(all);
    });
  };
}

async function repay({ debts }: LocalShare, store: Store, cost: Cost): Promise<void> {
  while (debts.size() > 0) {
    const owed = debts.take(MOST_KEYS, performance.now());
    if (owed.length === 0) continue;
    const calls = groupByShard(owed, store.isCluster).map((group) => ({
      script: REPAY,
      keys: group.map(({ key }) => key),
      values: [...cost, ...group.map(({ tokens }) => tokens.toFixed(3))],
    }));
    await Promise.all(calls.map(store.evaluate));
  }
}
