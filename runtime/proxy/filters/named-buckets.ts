/** Token buckets of many limits in one table, so that they take no more memory than those of one limit. */
import { randomInt } from 'node:crypto';
import type { AddressKey } from '../http/ip-address.ts';
import { type ClientTable, createClientTable } from './client-table.ts';
import { DEFAULT_SETS, type RateLimit, type TokenBuckets, tokenBucketsIn } from './rate-limiter.ts';

export type NamedBuckets = {
  /** Creates buckets for a limit; the first call creates the table. They must not be swept individually. */
  readonly add: (limit: RateLimit) => TokenBuckets;
  /** Sweeps the buckets of all limits, as `TokenBuckets.sweep`. */
  readonly sweep: (now: number) => void;
  /** Returns the number of clients of all limits. */
  readonly size: () => number;
};

export function createNamedBuckets(): NamedBuckets {
  let table: ClientTable | undefined;
  let sweeping: TokenBuckets | undefined;
  return {
    add: (limit) => {
      table ??= createClientTable(DEFAULT_SETS);
      const buckets = tokenBucketsIn(table, limit);
      sweeping ??= buckets;
      // The salt separates the clients of one limit from those of another.
      const salt = { high: randomInt(2 ** 32), low: randomInt(2 ** 32) };
      const salted = ({ high, low }: AddressKey): AddressKey => ({
        high: (high ^ salt.high) >>> 0,
        low: (low ^ salt.low) >>> 0,
      });
      return {
        ...buckets,
        take: (client, now) => buckets.take(salted(client), now),
        charge: (client, now) => buckets.charge(salted(client), now),
      };
    },
    sweep: (now) => sweeping?.sweep(now),
    size: () => table?.used ?? 0,
  };
}
