/** How many replicas there are, as the store has counted in the last seconds. */

export type Members = {
  readonly counted: (replicas: number) => void;
  /** The most of the last counts: after a restart of the store replicas come back one by one. */
  readonly size: () => number;
};

const MOST_COUNTS = 5;

/** `otherwise`: how many there are before any count. */
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
