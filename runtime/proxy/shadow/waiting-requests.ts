/** The requests that wait for the candidate. Their number and the bytes of their bodies are bounded. */
import { BATCH } from './batches.ts';
import type { ShadowRequest } from './messages.ts';
import type { Observed } from './trial-report.ts';

/** Most requests that wait, and most bytes of their bodies. */
const MAX_WAITING = 256;
const MAX_WAITING_BYTES = 16_777_216;
/** Bytes of bodies from which on a batch gets no further request. */
const BATCH_BYTES = 262_144;

export type Waiting = { readonly request: ShadowRequest; readonly live: Observed };

export type WaitingRequests = {
  readonly length: () => number;
  /** Returns false when there is no room. */
  readonly add: (waiting: Waiting) => boolean;
  /** Removes the requests of a batch. */
  readonly take: () => readonly Waiting[];
  /** Removes all requests and returns their number. */
  readonly empty: () => number;
};

export function createWaitingRequests(): WaitingRequests {
  const all: Waiting[] = [];
  let bytes = 0;
  return {
    length: () => all.length,
    add: (waiting) => {
      const { length } = waiting.request.text;
      if (all.length >= MAX_WAITING || bytes + length > MAX_WAITING_BYTES) return false;
      bytes += length;
      all.push(waiting);
      return true;
    },
    take: () => {
      let taken = 0;
      let takenBytes = 0;
      while (taken < BATCH && taken < all.length && takenBytes < BATCH_BYTES)
        takenBytes += all[taken++]?.request.text.length ?? 0;
      bytes -= takenBytes;
      return all.splice(0, taken);
    },
    empty: () => {
      bytes = 0;
      return all.splice(0).length;
    },
  };
}
