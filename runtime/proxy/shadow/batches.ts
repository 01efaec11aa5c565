/**
 * Decides when requests go to the candidate: one batch at a time, and together those that come within BATCH_MS. A
 * message to the thread and its reply take 100 us of the thread that serves requests.
 */

/** Most requests of a batch. */
export const BATCH = 32;
/** Most milliseconds that a request waits for others while the candidate is idle. */
const BATCH_MS = 250;
/** The pauses of a batch, together and each, in milliseconds. */
const PAUSES_MS = 200;
const MOST_PAUSE_MS = 20;

/**
 * Returns how many milliseconds the candidate pauses between two of `count` requests. Processors share caches and units: many
 * requests in a row slow down what the proxy does meanwhile, which shows in its slowest responses. It does not pause
 * while `waiting` others wait.
 */
export function pauseOf(count: number, waiting: number): number {
  return waiting > 0 ? 0 : Math.min(MOST_PAUSE_MS, PAUSES_MS / count);
}

export type Batches = {
  /** Called when the number of waiting requests has grown. */
  readonly schedule: () => void;
  readonly isRunning: () => boolean;
  /** Runs batches without delay until nothing waits, for `ms` milliseconds at most. */
  readonly flush: (ms: number) => Promise<void>;
  /** Begins no batch more. Resolves when the last one has ended. */
  readonly close: () => Promise<void>;
};

export type BatchesOptions = {
  /** The number of waiting requests. */
  readonly waiting: () => number;
  /** Begins a batch; undefined when there is none. It never rejects. */
  readonly run: () => Promise<void> | undefined;
  /** Called after every batch, before the next one. */
  readonly ended: () => void;
};

export function createBatches({ waiting, run, ended }: BatchesOptions): Batches {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (running !== undefined || isClosed) return;
    running = run()?.then(() => {
      running = undefined;
      ended();
      schedule();
    });
  };
  const schedule = (): void => {
    const count = waiting();
    if (running !== undefined || isClosed || count === 0) return;
    if (count === BATCH) clearTimeout(timer);
    if (count === BATCH || timer === undefined)
      timer = setTimeout(begin, count < BATCH ? BATCH_MS : 0).unref();
  };
  return {
    schedule,
    isRunning: () => running !== undefined,
    flush: async (ms) => {
      let isOver = false;
      let limit: NodeJS.Timeout | undefined;
      // Nothing else may keep the process: the thread does not.
      const over = new Promise<void>((resolve) => {
        limit = setTimeout(() => {
          isOver = true;
          resolve();
        }, ms);
      });
      begin();
      while (running !== undefined && !isOver) {
        await Promise.race([running, over]);
        begin();
      }
      clearTimeout(limit);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
