/** One persistent collection: its variables and its built-in fields (manual: Persistent Storage). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { parseInteger } from '../../bytes/parse-integer.ts';
import {
  createVariables,
  putVariable,
  type StoredVariables,
  sweepVariables,
} from '../stored-variables.ts';

export type CollectionRecord = {
  /** Name and key of the collection. */
  readonly id: string;
  /** Shared by the transactions that have opened it. */
  readonly variables: StoredVariables;
  /** Milliseconds since the epoch. */
  lastUpdate: number;
  /** Bytes that the store of records has counted for this record. */
  counted: number;
};

/** Bytes of one record: clients choose keys and values, so its size is limited. */
export const MOST_BYTES = 1 << 16;

/** Limits of all records of a process together. */
export type RecordLimits = { readonly maxRecords: number; readonly maxBytes: number };

export const RECORD_LIMITS: RecordLimits = { maxRecords: 100_000, maxBytes: 64 << 20 };

export function createRecord(
  id: string,
  key: ByteString,
  timeoutSeconds: number,
  now: number,
): CollectionRecord {
  const record = { id, variables: createVariables(MOST_BYTES), lastUpdate: now, counted: 0 };
  const put = (name: string, value: ByteString): void => putVariable(record.variables, name, value);
  put('create_time', seconds(now));
  put('is_new', '1');
  put('key', key.slice(0, MOST_BYTES / 2));
  put('last_update_time', seconds(now));
  put('timeout', String(timeoutSeconds));
  put('update_counter', '0');
  put('update_rate', '0');
  return record;
}

/** Returns whether the record is alive: it lives for TIMEOUT seconds (which a rule may set) after its last update. */
export function isUnexpired(record: CollectionRecord, now: number): boolean {
  return now - record.lastUpdate < numberIn(record, 'timeout') * 1000;
}

/** Prepares the record for another transaction: removes expired variables and updates the built-in fields. */
export function reopenRecord(record: CollectionRecord, now: number): void {
  const { variables } = record;
  sweepVariables(variables, now);
  const age = Math.floor(now / 1000) - numberIn(record, 'create_time');
  const perMinute = age <= 0 ? 0 : Math.floor((60 * numberIn(record, 'update_counter')) / age);
  putVariable(variables, 'is_new', '0');
  putVariable(variables, 'update_rate', String(perMinute));
}

/**
 * Updates the built-in fields after a transaction has changed the record. `now`: when the transaction began; shorter ones
 * that began later may have updated the record before.
 */
export function updateRecord(record: CollectionRecord, now: number): void {
  record.lastUpdate = Math.max(record.lastUpdate, now);
  putVariable(record.variables, 'last_update_time', seconds(record.lastUpdate));
  putVariable(record.variables, 'update_counter', String(numberIn(record, 'update_counter') + 1));
}

function numberIn(record: CollectionRecord, name: string): number {
  return parseInteger(record.variables.byName.get(name)?.value ?? '');
}

function seconds(now: number): string {
  return String(Math.floor(now / 1000));
}
