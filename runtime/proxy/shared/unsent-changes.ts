/** Queues changes of records for the store. They are sent after the response, or when the store is available again. */
import type { Operation } from '#engine/collections/persistent/operation.ts';
import type { RecordChange } from '../collections/record-service.ts';
import { messageOf } from '../message-of.ts';
import { answered } from './answered.ts';
import { collectionKey } from './keys.ts';
import { WRITE_RECORD } from './scripts/records.ts';
import type { ScriptCall, Store } from './store.ts';

export type UnsentChanges = {
  /**
   * Queues a change. Unless the store is unavailable, it is sent with the others of this iteration of the event loop.
   */
  readonly add: (change: RecordChange, isUp: boolean) => void;
  /** Sends the queued changes immediately. */
  readonly send: () => void;
  /** Sends all queued changes. Rejects when the store does not accept one of them, or does not answer. */
  readonly flush: () => Promise<void>;
  readonly waiting: () => number;
  /** Returns for how many milliseconds the oldest queued change has waited. */
  readonly lag: () => number;
};

type Waiting = { readonly change: RecordChange; readonly since: number };

/** Most queued changes; above that the oldest are dropped. */
const MOST_WAITING = 100_000;
const BATCH = 1000;
/**
 * Errors of a connection that broke while commands were on it. The server may have run them, so they are not sent
 * again.
 */
const IN_FLIGHT = /^(?:Socket |Disconnects|read |write )/;

/** An error of the script itself, not of the state of the server, which older servers report in the same words. */
const IN_SCRIPT = /^(?:ERR|WRONGTYPE) .*user_script/s;
const OF_STATE =
  /\b(?:ACL|BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOPERM|NOREPLICAS|OOM|READONLY)\b/;

/** Returns whether the server would refuse the same change for ever, because of what its record contains. */
function isRefusedForever(error: string): boolean {
  return IN_SCRIPT.test(error) && !OF_STATE.test(error);
}

export function createUnsentChanges(store: Store, lost: (changes: number) => void): UnsentChanges {
  const waiting: Waiting[] = [];
  let isScheduled = false;
  const sendOne = async (each: Waiting): Promise<void> => {
    try {
      await store.evaluate(callOf(each.change));
    } catch (error) {
      const reason = messageOf(error);
      const isGone = isRefusedForever(reason);
      if (isGone || IN_FLIGHT.test(reason)) lost(1);
      else waiting.push(each);
      // The others are accepted, so the store is in use again.
      if (!isGone) throw error;
    }
  };
  const takeAll = (most = waiting.length): readonly Waiting[] => waiting.splice(0, most);
  const send = (): void => {
    for (const each of takeAll()) sendOne(each).catch(() => {});
  };
  return {
    add: (change, isUp) => {
      waiting.push({ change, since: performance.now() });
      if (waiting.length > MOST_WAITING) lost(waiting.splice(0, BATCH).length);
      if (!isUp || isScheduled) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        send();
      });
    },
    send,
    flush: async () => {
      while (waiting.length > 0) await answered(Promise.all(takeAll(BATCH).map(sendOne)));
    },
    waiting: () => waiting.length,
    lag: () => (waiting[0] === undefined ? 0 : performance.now() - waiting[0].since),
  };
}

function callOf({ webApp, name, key, timeoutSeconds, operations }: RecordChange): ScriptCall {
  const values = [timeoutSeconds, ...operations.flatMap(operandsOf)];
  return { script: WRITE_RECORD, keys: [collectionKey(webApp, name, key)], values };
}

export function operandsOf(operation: Operation): readonly (string | number)[] {
  const { kind, name } = operation;
  switch (kind) {
    case 'Set':
      return [kind, name, operation.value, ''];
    case 'Add':
      return [kind, name, operation.amount, ''];
    case 'Delete':
      return [kind, name, '', ''];
    case 'Expire':
      return [kind, name, operation.milliseconds, ''];
    case 'Deprecate':
      return [kind, name, operation.amount, operation.milliseconds];
  }
}
