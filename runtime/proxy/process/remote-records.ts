/**
 * A worker's side of persistent collections. The primary keeps the records, or queries the store that replicas
 * share.
 */
import type { RecordService, Records } from '../collections/record-service.ts';
import type { ToPrimary } from './messages.ts';

export type RemoteRecords = RecordService & {
  /** Receives the primary's reply to LoadRecords. */
  readonly loaded: (id: number, records: Records) => void;
};

export function remoteRecords(send: (message: ToPrimary) => void): RemoteRecords {
  const waiting = new Map<number, (records: Records) => void>();
  let nextId = 0;
  return {
    load: (requests, patience) =>
      new Promise((resolve) => {
        nextId += 1;
        waiting.set(nextId, resolve);
        send({ kind: 'LoadRecords', id: nextId, requests, patience });
      }),
    change: (change) => send({ kind: 'ChangeRecord', change }),
    loaded: (id, records) => {
      waiting.get(id)?.(records);
      waiting.delete(id);
    },
  };
}
