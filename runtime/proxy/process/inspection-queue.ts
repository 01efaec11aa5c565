/** Limits how many workers inspect large bodies at a time, because an inspection blocks its worker. */

export type InspectionQueue = {
  /** Queues a worker, which has one request at a time; `begin` is called when it may inspect. */
  readonly enqueue: (worker: number, begin: () => void) => void;
  /** Removes a worker that has finished its inspection or has ended. */
  readonly leave: (worker: number) => void;
};

/** `most`: workers that inspect at a time. The others wait in the order in which they were queued. */
export function createInspectionQueue(most: number): InspectionQueue {
  const inspecting = new Set<number>();
  const waiting = new Map<number, () => void>();
  const next = (): void => {
    for (const [worker, begin] of waiting) {
      if (inspecting.size >= most) return;
      waiting.delete(worker);
      inspecting.add(worker);
      begin();
    }
  };
  return {
    enqueue: (worker, begin) => {
      waiting.set(worker, begin);
      next();
    },
    leave: (worker) => {
      waiting.delete(worker);
      inspecting.delete(worker);
      next();
    },
  };
}
