/** Calls the store within a budget of time, and stops calling while it does not answer: a circuit breaker. */
import { messageOf } from '../message-of.ts';
import { createPendingCalls } from './pending-calls.ts';
import type { Reply, ScriptCall, Store } from './store.ts';

export type LinkReply =
  | { readonly kind: 'Answered'; readonly reply: Reply }
  /** `mayRun`: the server may run the script all the same. */
  | { readonly kind: 'Unavailable'; readonly mayRun: boolean };

/** What kept the store from answering. */
export type LinkFault = 'timeout' | 'connection' | 'reply';

export type LinkObserver = {
  readonly answered: (milliseconds: number) => void;
  readonly failed: (fault: LinkFault) => void;
  /** From now on replicas share, or from now on this one decides alone. */
  readonly changed: (isUp: boolean, reason: string) => void;
};

export type Link = {
  /** `requests`: how many of them wait for the reply; `patience`: milliseconds, at most the budget. */
  readonly call: (call: ScriptCall, requests: number, patience?: number) => Promise<LinkReply>;
  readonly isUp: () => boolean;
  /** A connection cannot be made or is lost. */
  readonly lost: (error: unknown) => void;
  /** The store answers again. */
  readonly comeUp: () => void;
};

/** Requests that may reach the end of their budget, one after the other, before the others stop waiting. */
const MOST_TIMEOUTS = 3;

/** `budget`: milliseconds that a call may wait for its reply. The link is down until `comeUp` is called. */
export function createLink(store: Store, budget: number, observer: LinkObserver): Link {
  const calls = createPendingCalls();
  let isUp = false;
  let failures = 0;
  const open = (reason: string): void => {
    failures = 0;
    if (!isUp) return;
    isUp = false;
    observer.changed(false, reason);
    calls.giveUp();
  };
  const failed = (fault: LinkFault, requests: number, reason: string): void => {
    observer.failed(fault);
    failures += requests;
    if (fault === 'connection' || failures >= MOST_TIMEOUTS) open(reason);
  };
  return {
    call: async (call, requests, patience = budget) => {
      const outcome = await calls.wait(store.evaluate(call), Math.min(patience, budget));
      switch (outcome.kind) {
        case 'Answered':
          failures = 0;
          observer.answered(outcome.milliseconds);
          return outcome;
        case 'Failed':
          failed(faultOf(outcome.error), requests, messageOf(outcome.error));
          return { kind: 'Unavailable', mayRun: false };
        case 'TimedOut':
          if (patience >= budget) failed('timeout', requests, `no answer within ${budget} ms`);
          return { kind: 'Unavailable', mayRun: true };
        case 'GivenUp':
          return { kind: 'Unavailable', mayRun: true };
      }
    },
    isUp: () => isUp,
    lost: (error) => {
      observer.failed('connection');
      // The other servers of a cluster go on.
      if (!store.isCluster) open(messageOf(error));
    },
    comeUp: () => {
      if (isUp) return;
      isUp = true;
      failures = 0;
      observer.changed(true, '');
    },
  };
}

/** The server may have answered, with an error: `NOPERM …`, `OOM …`. */
export function faultOf(error: unknown): LinkFault {
  return error instanceof Error && /^[A-Z]{2,} /.test(error.message) ? 'reply' : 'connection';
}
