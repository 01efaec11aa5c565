/** The buckets of one limit in the store. One call serves all requests of an iteration of the event loop. */
import { performance } from 'node:perf_hooks';
import type { ClientLimit, RateLimit, TokenBuckets } from '../filters/rate-limiter.ts';
import type { AddressKey } from '../http/ip-address.ts';
import type { Cost, Debts } from './debts.ts';
import { groupByShard } from './group-by-shard.ts';
import { bucketKey } from './keys.ts';
import { createLeases } from './leases.ts';
import type { Link } from './link.ts';
import { createLocalShare, type OnError } from './local-share.ts';
import { TAKE } from './scripts/take.ts';
import { listIn, type Store } from './store.ts';

export type SharedBuckets = {
  /** Takes a token, as `Limiter.take`. */
  readonly take: (client: AddressKey) => number | Promise<number>;
  /** Changes the limit; tokens that clients have used remain used. */
  readonly adjust: (limit: RateLimit) => void;
  readonly shareBetween: (replicas: number) => void;
  /** Removes expired leases. `now`: milliseconds of a monotonic clock. */
  readonly sweep: (now: number) => void;
};

export type SharedBucketsOptions = {
  readonly lease: number;
  readonly onError: OnError;
  readonly decidedLocally: () => void;
  /** This process's own buckets for the clients of the limit. */
  readonly local: TokenBuckets;
  readonly debts: Debts;
};

type Waiting = {
  readonly client: AddressKey;
  readonly key: string;
  readonly resolve: (waitMs: number) => void;
};

/** Most keys in one call. */
export const MOST_KEYS = 1000;

/** `limit.name`: the name of the policy; "" for the general limit. */
export function createSharedBuckets(
  link: Link,
  store: Store,
  limit: ClientLimit,
  { lease, onError, decidedLocally, local, debts }: SharedBucketsOptions,
): SharedBuckets {
  let cost = costOf(limit);
  const share = createLocalShare(limit, onError, local);
  const leases = createLeases();
  const keyOf = (client: AddressKey): string => bucketKey(client, limit.name);
  /** `mayRun`: the store may still take a token for this request, so this process records no debt. */
  const decide = (client: AddressKey, mayRun: boolean): number => {
    decidedLocally();
    const { waitMs, owedMs } = share.decide(client);
    if (owedMs > 0 && !mayRun) debts.add(keyOf(client), performance.now(), owedMs, cost);
    return waitMs;
  };
  /** `reply`: the result of the script for this client. */
  const decided = (client: AddressKey, reply: number): number => {
    if (reply >= 0) return Math.max(1, reply / 1000);
    share.charge(client);
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
        share.charge(client);
        return 0;
      }
      return new Promise((resolve) => enqueue({ client, key: keyOf(client), resolve }));
    },
    adjust: (next) => {
      cost = costOf(next);
      share.adjust(next);
    },
    shareBetween: share.shareBetween,
    sweep: leases.sweep,
  };
}

function costOf({ rate, burst }: RateLimit): Cost {
  const token = 1_000_000 / rate;
  return [token, (burst - 1) * token];
}

/** Returns a function that gathers the items of one iteration of the event loop and passes them to `send`. */
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
