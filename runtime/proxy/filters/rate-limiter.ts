/** Limits the request rate with a token bucket per client (docs/spec/service.md#rate-limit). */
import type { AddressKey } from '../http/ip-address.ts';
import {
  type ClientTable,
  claimIndex,
  createClientTable,
  NO_INDEX,
  secondOf,
  sweepEntries,
} from './client-table.ts';

export type RateLimit = {
  /** Tokens per second, above 0. */
  readonly rate: number;
  /** Tokens of a full bucket. */
  readonly burst: number;
};

export function isSameLimit(one: RateLimit, other: RateLimit): boolean {
  return one.rate === other.rate && one.burst === other.burst;
}

/** A limit besides PROXY_RATE_LIMIT, with its own buckets. A rate of 0 means no limit. */
export type ClientLimit = RateLimit & { readonly name: string };

export type TokenBuckets = {
  /**
   * Takes a token of the client at time `now`, in milliseconds of a monotonic clock. Returns 0 when there was one,
   * else the milliseconds until there is one.
   */
  readonly take: (client: AddressKey, now: number) => number;
  /** Counts a request that another limiter has allowed. A bucket goes at most one token below empty. */
  readonly charge: (client: AddressKey, now: number) => void;
  /** Changes the limit; tokens that clients have used remain used. */
  readonly adjust: (limit: RateLimit) => void;
  /** Removes idle clients from the next part of the table. Called once a second, it covers the table in a minute. */
  readonly sweep: (now: number) => void;
  /** Number of clients in the table. */
  readonly size: () => number;
};

/** The interface to the buckets of this process or of others. */
export type Limiter = {
  /**
   * Takes a token. Returns 0 when there was one, the milliseconds until there is one, or a negative refusal
   * (client-refusal.ts). `limit`: undefined for that of PROXY_RATE_LIMIT.
   */
  readonly take: (client: AddressKey, limit?: ClientLimit) => number | Promise<number>;
  /** Returns the number of clients in all tables. */
  readonly size: () => number;
};

/** Sets of a table: room for 2.6 million clients; 52 MB when all entries are in use. */
export const DEFAULT_SETS = 327_680;
const SWEEP_INTERVAL = 60;

/**
 * Creates token buckets. A bucket is stored as the time at which it will be full again, one number instead of two:
 * it holds `burst - (fullAt - now) * rate / 1000` tokens. Clients that find no room, because all their entries
 * belong to limited clients, share one bucket.
 */
export function createTokenBuckets(limit: RateLimit, sets = DEFAULT_SETS): TokenBuckets {
  return tokenBucketsIn(createClientTable(sets), limit);
}

/** Creates token buckets in a table that others use too, for different clients. One of them sweeps the table. */
export function tokenBucketsIn(table: ClientTable, limit: RateLimit): TokenBuckets {
  let costMs = 1000 / limit.rate;
  /** A bucket that will be full later than this many milliseconds from now holds less than one token. */
  let limitedMs = (limit.burst - 1) * costMs;
  let crowdFullAt = 0;
  let swept = 0;
  const fullAtOf = (index: number, now: number): number =>
    Math.max(now, index === NO_INDEX ? crowdFullAt : (table.fullAt[index] ?? 0));
  const store = (index: number, now: number, fullAt: number): void => {
    if (index === NO_INDEX) {
      crowdFullAt = fullAt;
    } else {
      table.fullAt[index] = fullAt;
      table.seenAt[index] = secondOf(now);
    }
  };
  return {
    take: (client, now) => {
      const index = claimIndex(table, client, now, limitedMs);
      const fullAt = fullAtOf(index, now);
      const wait = fullAt - now - limitedMs;
      store(index, now, wait > 0 ? fullAt : fullAt + costMs);
      return Math.max(0, wait);
    },
    charge: (client, now) => {
      const index = claimIndex(table, client, now, limitedMs);
      const emptiest = now + limitedMs + costMs;
      store(index, now, Math.min(fullAtOf(index, now) + costMs, emptiest));
    },
    adjust: ({ rate, burst }) => {
      costMs = 1000 / rate;
      limitedMs = (burst - 1) * costMs;
    },
    sweep: (now) => {
      const entries = table.seenAt.length;
      const end = Math.min(entries, swept + Math.ceil(entries / SWEEP_INTERVAL));
      if (table.used > 0) sweepEntries(table, swept, end, now);
      swept = end === entries ? 0 : end;
    },
    size: () => table.used,
  };
}
