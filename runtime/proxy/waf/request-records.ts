/**
 * The persistent collections of one request: loads the records that its rules open, and passes on the changes that
 * rules make.
 */
import { LoadedCollections } from '#engine/collections/persistent/loaded-collections.ts';
import type { RecordService } from '../collections/record-service.ts';

export type RequestRecords = {
  readonly collections: LoadedCollections;
  /** Loads records that rules have opened and that are missing; returns false when none are. */
  readonly loadMissing: () => Promise<boolean>;
};

/** `patience`: milliseconds that the request may wait for all its records together. */
export function openRequestRecords(
  service: RecordService,
  webApp: string,
  timeoutSeconds: number,
  patience: number,
): RequestRecords {
  const collections = new LoadedCollections((collection, timeout, operations) =>
    service.change({ webApp, ...collection, timeoutSeconds: timeout, operations }),
  );
  let left = patience;
  return {
    collections,
    loadMissing: async () => {
      const { missing } = collections;
      if (missing.length === 0) return false;
      const begun = performance.now();
      const requests = missing.map((collection) => ({ webApp, ...collection, timeoutSeconds }));
      const records = await service.load(requests, left);
      left -= performance.now() - begun;
      missing.forEach((collection, index) => {
        collections.provide(collection, records[index] ?? undefined, Date.now());
      });
      return true;
    },
  };
}
