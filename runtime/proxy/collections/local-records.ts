/** Keeps the records of persistent collections in this process, for all its workers. */
import {
  createRecordStore,
  type RecordStore,
} from '#engine/collections/persistent/record-store.ts';
import { type RecordService, recordId } from './record-service.ts';

export function localRecords(store: RecordStore = createRecordStore()): RecordService {
  return {
    load: async (requests) =>
      requests.map((request) => store.load(recordId(request), Date.now()) ?? null),
    change: (change) =>
      store.write(recordId(change), change.timeoutSeconds, change.operations, Date.now()),
  };
}
