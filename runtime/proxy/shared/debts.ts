/** Tokens that this process has given out while the store was away, by client. */

/** Microseconds: of one token, and by which a bucket can be late before its last token is gone. */
export type Cost = readonly [token: number, limit: number];

export type Debts = {
  /**
   * The client with this key has got a token at `now`, milliseconds of a monotonic clock; it takes `costMs` to earn it
   * back. `cost`: of the limit as a whole.
   */
  readonly add: (key: string, now: number, costMs: number, cost: Cost) => void;
  /** Up to `count` clients with the tokens that they have not earned back; forgets them. */
  readonly take: (count: number, now: number) => readonly Debt[];
  readonly size: () => number;
};

export type Debt = { readonly key: string; readonly tokens: number; readonly cost: Cost };

type Owed = { readonly paidAt: number; readonly costMs: number; readonly cost: Cost };

/** Beyond them the oldest debts are let off. */
const MOST_CLIENTS = 100_000;

export function createDebts(): Debts {
  const owed = new Map<string, Owed>();
  return {
    add: (key, now, costMs, cost) => {
      const known = owed.get(key);
      owed.set(key, { paidAt: Math.max(now, known?.paidAt ?? 0) + costMs, costMs, cost });
      if (owed.size <= MOST_CLIENTS) return;
      for (const oldest of owed.keys()) {
        owed.delete(oldest);
        return;
      }
    },
    take: (count, now) => {
      const taken: Debt[] = [];
      for (const [key, { paidAt, costMs, cost }] of owed) {
        if (taken.length === count) break;
        owed.delete(key);
        if (paidAt > now) taken.push({ key, tokens: (paidAt - now) / costMs, cost });
      }
      return taken;
    },
    size: () => owed.size,
  };
}
