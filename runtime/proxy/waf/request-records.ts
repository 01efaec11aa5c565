/** The persistent collections of one request: what its rules open is loaded, and what they have done is handed on. */
import { LoadedCollections } from '../../engine/collections/persistent/loaded-collections.ts';
import type { RecordService } from '../collections/record-service.ts';

export type RequestRecords = {
  readonly collections: LoadedCollections;
  /** Loads what rules have opened since; false when there is nothing to load. */
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
