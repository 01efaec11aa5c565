/** Records of persistent collections that replicas share. Local copies take over while the store is unavailable. */
import {
  createRecordStore,
  type LoadedRecord,
} from '#engine/collections/persistent/record-store.ts';
import { localRecords } from '../collections/local-records.ts';
import {
  type RecordChange,
  type RecordRequest,
  type RecordService,
  type Records,
  recordId,
} from '../collections/record-service.ts';
import { groupByShard } from './group-by-shard.ts';
import { collectionKey } from './keys.ts';
import type { Link } from './link.ts';
import { LOAD_RECORDS } from './scripts/records.ts';
import { listIn, numberIn, type Reply, type Store, textIn } from './store.ts';
import { createUnsentChanges, type UnsentChanges } from './unsent-changes.ts';

export type SharedRecords = RecordService &
  Pick<UnsentChanges, 'flush' | 'send' | 'waiting' | 'lag'>;

type Wanted = { readonly key: string; readonly request: RecordRequest; readonly index: number };

export function createSharedRecords(
  link: Link,
  store: Store,
  lost: (changes: number) => void,
): SharedRecords {
  const copies = createRecordStore();
  const local = localRecords(copies);
  const unsent = createUnsentChanges(store, lost);
  const loadGroup = async (
    group: readonly Wanted[],
    patience: number,
    records: (LoadedRecord | null)[],
  ): Promise<void> => {
    const keys = group.map(({ key }) => key);
    const outcome = await link.call({ script: LOAD_RECORDS, keys, values: [] }, 1, patience);
    const replies = outcome.kind === 'Answered' ? listIn(outcome.reply) : undefined;
    group.forEach(({ request, index }, position) => {
      const id = recordId(request);
      if (replies === undefined) {
        records[index] = copies.load(id, Date.now()) ?? null;
        return;
      }
      const record = recordIn(replies[position]);
      if (record !== null) copies.put(id, request.timeoutSeconds, record, Date.now());
      records[index] = record;
    });
  };
  return {
    load: async (requests, patience): Promise<Records> => {
      if (!link.isUp() || patience <= 0) return local.load(requests, patience);
      // Changes are sent before the reads, so that this process reads its own writes.
      unsent.send();
      const wanted = requests.map((request, index) => ({
        key: collectionKey(request.webApp, request.name, request.key),
        request,
        index,
      }));
      const records: (LoadedRecord | null)[] = requests.map(() => null);
      const groups = groupByShard(wanted, store.isCluster);
      await Promise.all(groups.map((group) => loadGroup(group, patience, records)));
      return records;
    },
    change: (change: RecordChange) => {
      local.change(change);
      unsent.add(change, link.isUp());
    },
    flush: unsent.flush,
    send: unsent.send,
    waiting: unsent.waiting,
    lag: unsent.lag,
  };
}

const FIELDS_PER_VARIABLE = 4;

/** Parses what the script returns for one key; null when there is no record. */
export function recordIn(reply: Reply | undefined): LoadedRecord | null {
  const [age, idle, updates, ...fields] = listIn(reply);
  if (age === undefined) return null;
  const variables: LoadedRecord['variables'][number][] = [];
  for (let index = 0; index < fields.length; index += FIELDS_PER_VARIABLE) {
    const [name, value, expiresIn, deprecatedAgo] = fields.slice(
      index,
      index + FIELDS_PER_VARIABLE,
    );
    variables.push({
      name: textIn(name),
      value: textIn(value),
      expiresIn: typeof expiresIn === 'number' ? expiresIn : undefined,
      deprecatedAgo: typeof deprecatedAgo === 'number' ? deprecatedAgo : undefined,
    });
  }
  return { age: numberIn(age), idle: numberIn(idle), updates: numberIn(updates), variables };
}
