/** Tracks the number of replicas, as the store has counted them in the last seconds. */

export type Members = {
  readonly counted: (replicas: number) => void;
  /** Returns the highest of the last counts, because after a restart of the store replicas register one by one. */
  readonly size: () => number;
};

const MOST_COUNTS = 5;

/** `otherwise`: the number before the first count. */
export function createMembers(otherwise: number): Members {
  const counts: number[] = [];
  return {
    counted: (replicas) => {
      counts.push(replicas);
      if (counts.length > MOST_COUNTS) counts.shift();
    },
    size: () => (counts.length === 0 ? otherwise : Math.max(1, ...counts)),
  };
}
