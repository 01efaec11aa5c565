/** Waits for calls of the store, for each no longer than a time budget. */
import type { Reply } from './store.ts';

export type CallOutcome =
  | { readonly kind: 'Answered'; readonly reply: Reply; readonly milliseconds: number }
  | { readonly kind: 'Failed'; readonly error: unknown }
  | { readonly kind: 'TimedOut' }
  /** `giveUp` was called. */
  | { readonly kind: 'GivenUp' };

export type PendingCalls = {
  readonly wait: (reply: Promise<Reply>, budgetMs: number) => Promise<CallOutcome>;
  /** Ends all waits. */
  readonly giveUp: () => void;
};

export function createPendingCalls(): PendingCalls {
  const pending = new Set<(outcome: CallOutcome) => void>();
  const wait = (reply: Promise<Reply>, budgetMs: number): Promise<CallOutcome> => {
    const begun = performance.now();
    return new Promise((resolve) => {
      const finish = (outcome: CallOutcome): void => {
        clearTimeout(timeout);
        if (pending.delete(finish)) resolve(outcome);
      };
      // A process that was busy may have received the reply without having read it; reading happens before setImmediate.
      const expire = (): unknown => setImmediate(() => finish({ kind: 'TimedOut' }));
      const timeout = setTimeout(expire, budgetMs);
      pending.add(finish);
      reply.then(
        (received) => {
          const milliseconds = performance.now() - begun;
          finish({ kind: 'Answered', reply: received, milliseconds });
        },
        (error: unknown) => finish({ kind: 'Failed', error }),
      );
    });
  };
  return {
    wait,
    giveUp: () => {
      for (const finish of [...pending]) finish({ kind: 'GivenUp' });
    },
  };
}
