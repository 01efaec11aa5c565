/** Calls the store within a time budget, and stops calling while the store does not answer (a circuit breaker). */
import { messageOf } from '../message-of.ts';
import { createPendingCalls } from './pending-calls.ts';
import type { Reply, ScriptCall, Store } from './store.ts';

export type LinkReply =
  | { readonly kind: 'Answered'; readonly reply: Reply }
  /** `mayRun`: true when the server may still run the script. */
  | { readonly kind: 'Unavailable'; readonly mayRun: boolean };

/** Why the store did not answer. */
export type LinkFailure = 'timeout' | 'connection' | 'reply';

export type LinkObserver = {
  readonly answered: (milliseconds: number) => void;
  readonly failed: (failure: LinkFailure) => void;
  /** Called when the state changes: from now on replicas share their state, or this one decides alone. */
  readonly changed: (isUp: boolean, reason: string) => void;
};

export type Link = {
  /** Calls a script. `requests`: how many requests wait for the reply. `patience`: milliseconds, at most the budget. */
  readonly call: (call: ScriptCall, requests: number, patience?: number) => Promise<LinkReply>;
  readonly isUp: () => boolean;
  /** Returns why the last call or connection failed. */
  readonly problem: () => string;
  /** Notes that a connection could not be made or was lost. */
  readonly lost: (error: unknown) => void;
  /** Notes that the store answers again. */
  readonly comeUp: () => void;
};

/** Number of consecutive requests that may time out before the link is down and the other requests stop waiting. */
const MOST_TIMEOUTS = 3;

/** `budget`: milliseconds that a call may wait for its reply. The link is down until `comeUp` is called. */
export function createLink(store: Store, budget: number, observer: LinkObserver): Link {
  const calls = createPendingCalls();
  let isUp = false;
  let failures = 0;
  let problem = 'it cannot be reached';
  const open = (reason: string): void => {
    failures = 0;
    if (!isUp) return;
    isUp = false;
    observer.changed(false, reason);
    calls.giveUp();
  };
  const failed = (failure: LinkFailure, requests: number, reason: string): void => {
    observer.failed(failure);
    problem = reason;
    failures += requests;
    if (failure === 'connection' || failures >= MOST_TIMEOUTS) open(reason);
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
          failed(failureOf(outcome.error), requests, messageOf(outcome.error));
          return { kind: 'Unavailable', mayRun: false };
        case 'TimedOut':
          if (patience >= budget) failed('timeout', requests, `no response within ${budget} ms`);
          return { kind: 'Unavailable', mayRun: true };
        case 'GivenUp':
          return { kind: 'Unavailable', mayRun: true };
      }
    },
    isUp: () => isUp,
    problem: () => problem,
    lost: (error) => {
      observer.failed('connection');
      problem = messageOf(error);
      // The other servers of a cluster are still reachable.
      if (!store.isCluster) open(problem);
    },
    comeUp: () => {
      if (isUp) return;
      isUp = true;
      failures = 0;
      observer.changed(true, '');
    },
  };
}

/** Distinguishes an error reply of the server, such as `NOPERM …` or `OOM …`, from a failed connection. */
export function failureOf(error: unknown): LinkFailure {
  return error instanceof Error && /^[A-Z]{2,} /.test(error.message) ? 'reply' : 'connection';
}
