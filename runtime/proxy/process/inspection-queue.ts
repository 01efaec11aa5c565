/**
 * Decides which bodies are inspected concurrently, over all processes. No client can occupy all threads or the
 * whole queue.
 */

export type QueueLimits = {
  /** The highest number of concurrent inspections. */
  readonly most: number;
  /** The highest number of waiting bodies, and of their bytes. */
  readonly waiting: number;
  readonly waitingBytes: number;
};

export type QueueEntry = {
  /** The id of the process that inspects the body. */
  readonly worker: number;
  /** Unique within the process. */
  readonly id: number;
  /** The client that sent the body. */
  readonly client: string;
  readonly bytes: number;
  /** Called once: true when the inspection may begin, false when the queue is full. */
  readonly decide: (granted: boolean) => void;
};

export type InspectionQueue = {
  readonly enqueue: (entry: QueueEntry) => void;
  /** Removes an entry whose inspection has ended or is no longer needed. */
  readonly leave: (worker: number, id: number) => void;
  /** Removes all entries of a process that has ended. */
  readonly lose: (worker: number) => void;
  /** Returns the number of waiting bodies. */
  readonly waiting: () => number;
};

/** The fraction of the queue that one client may fill. */
const SHARE = 0.5;

export function createInspectionQueue(limits: QueueLimits): InspectionQueue {
  /** One client leaves at least one thread to others, unless there is only one thread. */
  const mostOfClient = Math.max(1, limits.most - 1);
  const running: QueueEntry[] = [];
  let waiting: QueueEntry[] = [];
  /** For each client, the value of `served` when it was last served: how many entries had begun until then. */
  const servedAt = new Map<string, number>();
  let served = 0;

  const runningOf = (client: string): number =>
    running.filter((entry) => entry.client === client).length;
  /** Returns the oldest entry of the client that was served longest ago, among clients that may run one more. */
  const nextEntry = (): QueueEntry | undefined => {
    let found: QueueEntry | undefined;
    for (const entry of waiting) {
      if (runningOf(entry.client) >= mostOfClient) continue;
      if (found === undefined || lastServed(entry) < lastServed(found)) found = entry;
    }
    return found;
  };
  const lastServed = ({ client }: QueueEntry): number => servedAt.get(client) ?? 0;
  const begin = (): void => {
    while (running.length < limits.most) {
      const entry = nextEntry();
      if (entry === undefined) return;
      waiting = waiting.filter((other) => other !== entry);
      running.push(entry);
      served += 1;
      servedAt.set(entry.client, served);
      entry.decide(true);
    }
  };
  /** Removes a client without entries from `servedAt`, so that the map does not outgrow the queue. */
  const forget = ({ client }: QueueEntry): void => {
    const isThere = (entry: QueueEntry): boolean => entry.client === client;
    if (!running.some(isThere) && !waiting.some(isThere)) servedAt.delete(client);
  };
  const hasRoom = (entry: QueueEntry): boolean => {
    const own = waiting.filter(({ client }) => client === entry.client);
    return fits(entry, waiting, limits, 1) && fits(entry, own, limits, SHARE);
  };
  const remove = (isGone: (entry: QueueEntry) => boolean): void => {
    const gone = [...running, ...waiting].filter(isGone);
    waiting = waiting.filter((entry) => !isGone(entry));
    for (let index = running.length - 1; index >= 0; index -= 1) {
      const entry = running[index];
      if (entry !== undefined && isGone(entry)) running.splice(index, 1);
    }
    gone.forEach(forget);
    begin();
  };
  return {
    enqueue: (entry) => {
      const mayBegin = running.length < limits.most && runningOf(entry.client) < mostOfClient;
      if (!mayBegin && !hasRoom(entry)) {
        entry.decide(false);
        return;
      }
      waiting.push(entry);
      begin();
    },
    leave: (worker, id) => remove((entry) => entry.worker === worker && entry.id === id),
    lose: (worker) => remove((entry) => entry.worker === worker),
    waiting: () => waiting.length,
  };
}

/** Returns true when `entry` fits beside `others` into `share` of the limits. One entry alone always fits. */
function fits(
  entry: QueueEntry,
  others: readonly QueueEntry[],
  limits: QueueLimits,
  share: number,
): boolean {
  if (others.length === 0) return limits.waiting > 0;
  const bytes = others.reduce((sum, other) => sum + other.bytes, entry.bytes);
  return others.length + 1 <= limits.waiting * share && bytes <= limits.waitingBytes * share;
}
