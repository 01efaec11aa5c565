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
  /** Tokens per second, over 0. */
  readonly rate: number;
  /** Tokens of a full bucket. */
  readonly burst: number;
};

export function isSameLimit(one: RateLimit, other: RateLimit): boolean {
  return one.rate === other.rate && one.burst === other.burst;
}

/** A limit beside that of PROXY_RATE_LIMIT, with buckets of its own. A rate of 0: no limit. */
export type ClientLimit = RateLimit & { readonly name: string };

export type TokenBuckets = {
  /**
   * Takes a token of the client at time `now`: milliseconds of a monotonic clock.
   * Returns 0 when there was one, else the milliseconds until there will be one.
   */
  readonly take: (client: AddressKey, now: number) => number;
  /** Counts a request that another limiter has let pass; a bucket goes at most one token below empty. */
  readonly charge: (client: AddressKey, now: number) => void;
  /** Changes the limit; what clients have used stays used. */
  readonly adjust: (limit: RateLimit) => void;
  /** Drops idle clients from the next part of the table; covers it once a minute when called each second. */
  readonly sweep: (now: number) => void;
  /** Number of clients in the table. */
  readonly size: () => number;
};

/** What asks for tokens: the buckets of this process, or of others. */
export type Limiter = {
  /**
   * Takes a token: 0, or the milliseconds until the client has one; negative: a refusal (client-refusal.ts). `limit`:
   * undefined: that of PROXY_RATE_LIMIT.
   */
  readonly take: (client: AddressKey, limit?: ClientLimit) => number | Promise<number>;
  /** Number of clients in its tables. */
  readonly size: () => number;
};

/** 2.6 million clients; 52 MB once all entries have been in use. */
const DEFAULT_SETS = 327_680;
const SWEEP_INTERVAL = 60;

/**
 * A token bucket is stored as the time at which it will be full again, one number instead of two: it
 * holds `burst - (fullAt - now) * rate / 1000` tokens. New clients for which the table has no room,
 * because all their entries belong to limited clients, share one bucket.
 */
export function createTokenBuckets(limit: RateLimit, sets = DEFAULT_SETS): TokenBuckets {
  return tokenBucketsIn(createClientTable(sets), limit);
}

/** In a table that others use too, for other clients; one of them sweeps it. */
export function tokenBucketsIn(table: ClientTable, limit: RateLimit): TokenBuckets {
  let costMs = 1000 / limit.rate;
  /** A bucket that is full later than this from now holds less than one token. */
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
