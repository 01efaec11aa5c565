/** Where the records of persistent collections are, seen from the process that inspects requests. */
import type { Operation } from '../../engine/collections/persistent/operation.ts';
import type { LoadedRecord } from '../../engine/collections/persistent/record-store.ts';

export type RecordKey = {
  /** SecWebAppId. */
  readonly webApp: string;
  readonly name: string;
  readonly key: string;
};

export type RecordChange = RecordKey & {
  readonly timeoutSeconds: number;
  readonly operations: readonly Operation[];
};

export type RecordRequest = RecordKey & {
  /** Seconds that a record lives without an update. */
  readonly timeoutSeconds: number;
};

/** Null: there is no record. */
export type Records = readonly (LoadedRecord | null)[];

export type RecordService = {
  /** In the order of the keys, within `patience` milliseconds; with all changes that this process has made before. */
  readonly load: (requests: readonly RecordRequest[], patience: number) => Promise<Records>;
  readonly change: (change: RecordChange) => void;
};

export function recordId({ webApp, name, key }: RecordKey): string {
  return `${webApp}\n${name}\n${key}`;
}
