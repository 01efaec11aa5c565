/** Calls of the store that requests wait for, each for at most a budget of time. */
import type { Reply } from './store.ts';

export type CallOutcome =
  | { readonly kind: 'Answered'; readonly reply: Reply; readonly milliseconds: number }
  | { readonly kind: 'Failed'; readonly error: unknown }
  | { readonly kind: 'TimedOut' }
  /** The others have waited long enough. */
  | { readonly kind: 'GivenUp' };

export type PendingCalls = {
  readonly wait: (reply: Promise<Reply>, budgetMs: number) => Promise<CallOutcome>;
  /** Nobody waits any more. */
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
      // A process that was busy has replies before it, unread: it looks at them first.
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
