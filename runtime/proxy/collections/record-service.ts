/** The interface to the records of persistent collections, for the process that inspects requests. */
import type { Operation } from '#engine/collections/persistent/operation.ts';
import type { LoadedRecord } from '#engine/collections/persistent/record-store.ts';

export type RecordKey = {
  /** The value of SecWebAppId. */
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

/** Null means that there is no record. */
export type Records = readonly (LoadedRecord | null)[];

export type RecordService = {
  /**
   * Loads records within `patience` milliseconds, in the order of `requests`; they include all earlier changes of
   * this process.
   */
  readonly load: (requests: readonly RecordRequest[], patience: number) => Promise<Records>;
  readonly change: (change: RecordChange) => void;
};

export function recordId({ webApp, name, key }: RecordKey): string {
  return `${webApp}\n${name}\n${key}`;
}
