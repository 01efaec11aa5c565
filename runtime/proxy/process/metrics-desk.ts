/** Collects figures from several processes: asks all, waits for all, but not for long. */
import type { Snapshot } from '../metrics/metrics.ts';

const PATIENCE_MS = 1000;

export type MetricsDesk = {
  /** Calls `ask` for each process; resolves to the answers that came in time. */
  readonly collect: (asks: readonly ((id: number) => void)[]) => Promise<readonly Snapshot[]>;
  readonly receive: (id: number, snapshot: Snapshot) => void;
};

export function createMetricsDesk(): MetricsDesk {
  const pending = new Map<number, (snapshot: Snapshot) => void>();
  let nextId = 0;
  return {
    collect: (asks) =>
      new Promise((resolve) => {
        nextId += 1;
        const id = nextId;
        const snapshots: Snapshot[] = [];
        const finish = (): void => {
          clearTimeout(timer);
          pending.delete(id);
          resolve(snapshots);
        };
        const timer = setTimeout(finish, PATIENCE_MS);
        pending.set(id, (snapshot) => {
          if (snapshots.push(snapshot) === asks.length) finish();
        });
        for (const ask of asks) ask(id);
      }),
    receive: (id, snapshot) => pending.get(id)?.(snapshot),
  };
}
