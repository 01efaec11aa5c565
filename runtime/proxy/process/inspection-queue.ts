/** Which workers inspect a large body at the moment: an inspection keeps a worker from everything else. */

export type InspectionQueue = {
  /** `begin` is called when it is the worker's turn; a worker asks for one at a time. */
  readonly enqueue: (worker: number, begin: () => void) => void;
  /** The worker has done its inspection, or is no more. */
  readonly leave: (worker: number) => void;
};

/** `most`: workers at a time. The others wait in the order in which they have asked. */
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
