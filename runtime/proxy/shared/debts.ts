/** Tokens that this process has given out while the store was away, by client. */
import type { AddressKey } from '../http/ip-address.ts';
import { bucketKey } from './keys.ts';

export type Debts = {
  /** The client has got a token at `now`, milliseconds of a monotonic clock; it takes `costMs` to earn it back. */
  readonly add: (client: AddressKey, now: number, costMs: number) => void;
  /** Up to `count` clients with the tokens that they have not earned back; forgets them. */
  readonly take: (count: number, now: number) => readonly Debt[];
  readonly size: () => number;
};

export type Debt = { readonly key: string; readonly tokens: number };

type Owed = { paidAt: number; costMs: number };

/** Beyond them the oldest debts are let off. */
const MOST_CLIENTS = 100_000;

export function createDebts(): Debts {
  const owed = new Map<string, Owed>();
  return {
    add: (client, now, costMs) => {
      const key = bucketKey(client);
      const known = owed.get(key);
      owed.set(key, { paidAt: Math.max(now, known?.paidAt ?? 0) + costMs, costMs });
      if (owed.size <= MOST_CLIENTS) return;
      for (const oldest of owed.keys()) {
        owed.delete(oldest);
        return;
      }
    },
    take: (count, now) => {
      const taken: Debt[] = [];
      for (const [key, { paidAt, costMs }] of owed) {
        if (taken.length === count) break;
        owed.delete(key);
        if (paidAt > now) taken.push({ key, tokens: (paidAt - now) / costMs });
      }
      return taken;
    },
    size: () => owed.size,
  };
}
