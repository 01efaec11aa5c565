/**
 * Keeps the last metrics of each worker, so that no counter decreases when a worker ends or answers late: Prometheus
 * takes a decrease for a restart, and adds everything counted so far once more.
 */
import { cumulative, type Snapshot, sumOf } from '../metrics/metrics.ts';

export type WorkerMetrics = {
  /** Notes the metrics of a worker. */
  readonly receive: (worker: number, snapshot: Snapshot) => void;
  /** Keeps what a worker that has ended had counted; drops its gauges. */
  readonly ended: (worker: number) => void;
  /** Returns the last metrics of all workers, present and past. */
  readonly all: () => readonly Snapshot[];
};

export function createWorkerMetrics(): WorkerMetrics {
  const present = new Map<number, Snapshot>();
  const past = new Set<number>();
  let counted: Snapshot = [];
  return {
    receive: (worker, snapshot) => {
      // The last message of a worker may come after its end.
      if (!past.has(worker)) present.set(worker, snapshot);
    },
    ended: (worker) => {
      past.add(worker);
      counted = sumOf([counted, cumulative(present.get(worker) ?? [])]);
      present.delete(worker);
    },
    all: () => [...present.values(), counted],
  };
}
