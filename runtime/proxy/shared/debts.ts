/** Counts the tokens that this process has granted while the store was unavailable, by client. */

/** Microseconds in which one token is earned, and those by which a bucket can be late before its last token is gone. */
export type Cost = readonly [token: number, limit: number];

export type Debts = {
  /**
   * Notes that the client with this key has got a token at `now`, in milliseconds of a monotonic clock. It earns the
   * token back in `costMs` milliseconds under this process's share of the limit. `cost`: that of the whole limit.
   */
  readonly add: (key: string, now: number, costMs: number, cost: Cost) => void;
  /** Removes up to `count` clients and returns those with tokens that they have not earned back. */
  readonly take: (count: number, now: number) => readonly Debt[];
  /** Notes a debt again that could not be settled. */
  readonly putBack: (debt: Debt, now: number) => void;
  readonly size: () => number;
};

type Owed = { readonly paidAt: number; readonly costMs: number; readonly cost: Cost };

export type Debt = Owed & { readonly key: string; readonly tokens: number };

/** Most clients; above that the oldest debt is dropped. */
const MOST_CLIENTS = 100_000;

export function createDebts(): Debts {
  const owed = new Map<string, Owed>();
  const add = (
    key: string,
    now: number,
    lastMs: number,
    { costMs, cost }: Omit<Owed, 'paidAt'>,
  ): void => {
    const known = owed.get(key);
    owed.set(key, { paidAt: Math.max(now, known?.paidAt ?? 0) + lastMs, costMs, cost });
    if (owed.size <= MOST_CLIENTS) return;
    for (const oldest of owed.keys()) {
      owed.delete(oldest);
      return;
    }
  };
  return {
    add: (key, now, costMs, cost) => add(key, now, costMs, { costMs, cost }),
    putBack: ({ key, paidAt, ...debt }, now) => add(key, now, Math.max(0, paidAt - now), debt),
    take: (count, now) => {
      const taken: Debt[] = [];
      for (const [key, debt] of owed) {
        if (taken.length === count) break;
        owed.delete(key);
        const { paidAt, costMs } = debt;
        if (paidAt > now) taken.push({ key, tokens: (paidAt - now) / costMs, ...debt });
      }
      return taken;
    },
    size: () => owed.size,
  };
}
