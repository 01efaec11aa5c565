/** Records of persistent collections for several processes, which load copies and send back their operations. */
import type { ByteString } from '../../bytes/byte-string.ts';
import { parseInteger } from '../../bytes/parse-integer.ts';
import {
  createVariables,
  putVariable,
  type StoredVariables,
  sweepVariables,
} from '../stored-variables.ts';
import { MOST_BYTES, RECORD_LIMITS } from './collection-record.ts';
import { applyOperation, type Operation } from './operation.ts';

/** A copy of a record. Times are milliseconds before or after the moment at which it was made. */
export type LoadedRecord = {
  readonly age: number;
  /** Time since the last update. */
  readonly idle: number;
  readonly updates: number;
  readonly variables: readonly LoadedVariable[];
};

export type LoadedVariable = {
  readonly name: ByteString;
  readonly value: ByteString;
  /** Time until it expires; undefined: it lives as long as its record. */
  readonly expiresIn: number | undefined;
  /** Time since deprecatevar has decreased it. */
  readonly deprecatedAgo: number | undefined;
};

export type RecordStore = {
  /** Returns a copy of the record; undefined: there is none. */
  readonly load: (id: string, now: number) => LoadedRecord | undefined;
  /**
   * Applies operations. A record lives for `timeoutSeconds`, or the `timeout` that a rule has set, after its last
   * update.
   */
  readonly write: (
    id: string,
    timeoutSeconds: number,
    operations: readonly Operation[],
    now: number,
  ) => void;
  /** Replaces a record by a copy that was made elsewhere. */
  readonly put: (id: string, timeoutSeconds: number, record: LoadedRecord, now: number) => void;
  readonly size: () => number;
};

type Stored = {
  readonly variables: StoredVariables;
  readonly created: number;
  timeoutMs: number;
  updated: number;
  updates: number;
  counted: number;
};

/** Creates a store. When a limit is exceeded, the least recently written record is removed. */
export function createRecordStore(): RecordStore {
  const { maxRecords, maxBytes } = RECORD_LIMITS;
  /** In the order of the last write. */
  const records = new Map<string, Stored>();
  let bytes = 0;
  const remove = (id: string, { counted }: Stored): void => {
    bytes -= counted;
    records.delete(id);
  };
  const find = (id: string, now: number): Stored | undefined => {
    const known = records.get(id);
    if (known === undefined || now - known.updated < known.timeoutMs) return known;
    remove(id, known);
    return undefined;
  };
  const add = (id: string, record: Stored): void => {
    record.counted = id.length + record.variables.bytes;
    records.set(id, record);
    bytes += record.counted;
    for (const [oldest, stored] of records) {
      if (records.size <= maxRecords && bytes <= maxBytes) return;
      remove(oldest, stored);
    }
  };
  return {
    load: (id, now) => {
      const known = find(id, now);
      return known === undefined ? undefined : copyOf(known, now);
    },
    write: (id, timeoutSeconds, operations, now) => {
      const record = find(id, now) ?? newRecord(now);
      if (records.has(id)) remove(id, record);
      sweepVariables(record.variables, now);
      for (const each of operations) applyOperation(record.variables, each, record.updated, now);
      record.timeoutMs = timeoutOf(record.variables, timeoutSeconds);
      record.updated = now;
      record.updates += 1;
      add(id, record);
    },
    put: (id, timeoutSeconds, loaded, now) => {
      const known = records.get(id);
      if (known !== undefined) remove(id, known);
      add(id, storedOf(loaded, timeoutSeconds, now));
    },
    size: () => records.size,
  };
}

function timeoutOf(variables: StoredVariables, otherwise: number): number {
  const timeout = variables.byName.get('timeout')?.value;
  return (timeout === undefined ? otherwise : parseInteger(timeout)) * 1000;
}

function storedOf(
  { age, idle, updates, variables: loaded }: LoadedRecord,
  timeout: number,
  now: number,
): Stored {
  const variables = createVariables(MOST_BYTES);
  for (const each of loaded) putLoaded(variables, each, now);
  return {
    variables,
    created: now - age,
    timeoutMs: timeoutOf(variables, timeout),
    updated: now - idle,
    updates,
    counted: 0,
  };
}

/** Stores a loaded variable. `at`: when the copy was made. */
export function putLoaded(
  variables: StoredVariables,
  { name, value, expiresIn, deprecatedAgo }: LoadedVariable,
  at: number,
): void {
  putVariable(variables, name, value);
  const stored = variables.byName.get(name);
  if (stored === undefined) return;
  variables.byName.set(name, {
    ...stored,
    expires: expiresIn === undefined ? undefined : at + expiresIn,
    deprecated: deprecatedAgo === undefined ? undefined : at - deprecatedAgo,
  });
}

function newRecord(now: number): Stored {
  const variables = createVariables(MOST_BYTES);
  return { variables, created: now, timeoutMs: 0, updated: now, updates: 0, counted: 0 };
}

function copyOf({ variables, created, updated, updates }: Stored, now: number): LoadedRecord {
  const all = [...variables.byName.values()];
  return {
    age: now - created,
    idle: now - updated,
    updates,
    variables: all
      .filter(({ expires }) => expires === undefined || expires > now)
      .map(({ name, value, expires, deprecated }) => ({
        name,
        value,
        expiresIn: expires === undefined ? undefined : expires - now,
        deprecatedAgo: deprecated === undefined ? undefined : now - deprecated,
      })),
  };
}
