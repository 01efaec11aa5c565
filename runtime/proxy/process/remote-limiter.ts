/** A worker's side of the rate limiter. Only the primary keeps buckets, so that the limit is exact. */
import type { TakeToken } from '../exchange/gateway.ts';
import type { LimitedClient, ToPrimary } from './messages.ts';

type Waiting = { readonly resolve: (waitMs: number) => void };

export type RemoteLimiter = {
  readonly take: TakeToken;
  /** Receives the primary's reply to a batch. */
  readonly taken: (id: number, waits: readonly number[]) => void;
};

/** Batches requests for tokens: sends one message per iteration of the event loop. */
export function remoteLimiter(send: (message: ToPrimary) => void): RemoteLimiter {
  const batches = new Map<number, readonly Waiting[]>();
  let clients: LimitedClient[] = [];
  let waiting: Waiting[] = [];
  let nextId = 0;
  const flush = (): void => {
    nextId += 1;
    batches.set(nextId, waiting);
    send({ kind: 'Take', id: nextId, clients });
    clients = [];
    waiting = [];
  };
  return {
    take: (address, limit) =>
      new Promise((resolve) => {
        if (waiting.length === 0) setImmediate(flush);
        clients.push(limit === undefined ? [address] : [address, limit]);
        waiting.push({ resolve });
      }),
    taken: (id, waits) => {
      const batch = batches.get(id) ?? [];
      batches.delete(id);
      batch.forEach(({ resolve }, index) => {
        resolve(waits[index] ?? 0);
      });
    },
  };
}
