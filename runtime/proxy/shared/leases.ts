/** Caches tokens that this process has taken in advance for clients with many requests. */
import type { AddressKey } from '../http/ip-address.ts';

export type Leases = {
  readonly add: (client: AddressKey, tokens: number, now: number) => void;
  /** Uses up one token; returns false when there is none. */
  readonly take: (client: AddressKey, now: number) => boolean;
  /** Removes leases that are used up or expired. */
  readonly sweep: (now: number) => void;
};

type Lease = { left: number; until: number };

/** Milliseconds until a lease expires; the client loses its remaining tokens. */
const LEASE_MS = 1000;

export function createLeases(): Leases {
  const byClient = new Map<string, Lease>();
  const keyOf = ({ high, low }: AddressKey): string => `${high},${low}`;
  return {
    add: (client, tokens, now) => {
      if (tokens === 0) return;
      const key = keyOf(client);
      const known = byClient.get(key);
      const before = known !== undefined && known.until > now ? known.left : 0;
      byClient.set(key, { left: before + tokens, until: now + LEASE_MS });
    },
    take: (client, now) => {
      const lease = byClient.get(keyOf(client));
      if (lease === undefined || lease.left === 0 || lease.until <= now) return false;
      lease.left -= 1;
      return true;
    },
    sweep: (now) => {
      for (const [key, { left, until }] of byClient) {
        if (left === 0 || until <= now) byClient.delete(key);
      }
    },
  };
}
