/** Decides which bodies are inspected at a time, over all processes: no client has all threads, or all of the queue. */

export type QueueLimits = {
  /** Inspections at a time. */
  readonly most: number;
  /** Bodies that wait, and their bytes. */
  readonly waiting: number;
  readonly waitingBytes: number;
};

export type QueueEntry = {
  /** The process that inspects. */
  readonly worker: number;
  /** Names the entry within its process. */
  readonly id: number;
  /** Whose body it is. */
  readonly client: string;
  readonly bytes: number;
  /** Called once: the inspection may begin, or there is no room to wait. */
  readonly decide: (granted: boolean) => void;
};

export type InspectionQueue = {
  readonly enqueue: (entry: QueueEntry) => void;
  /** The inspection is over, or is not wanted any more. */
  readonly leave: (worker: number, id: number) => void;
  /** The process is no more. */
  readonly lose: (worker: number) => void;
  /** Bodies that wait. */
  readonly waiting: () => number;
};

/** The part of the queue that one client may have. */
const SHARE = 0.5;

export function createInspectionQueue(limits: QueueLimits): InspectionQueue {
  /** One client leaves a thread for the others, if there is another one. */
  const mostOfClient = Math.max(1, limits.most - 1);
  const running: QueueEntry[] = [];
  let waiting: QueueEntry[] = [];
  /** When clients were last served, as the number of entries served until then. */
  const servedAt = new Map<string, number>();
  let served = 0;

  const runningOf = (client: string): number =>
    running.filter((entry) => entry.client === client).length;
  /** Of the clients that may have one more, the one that was served longest ago; its oldest entry. */
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
  /** Clients without an entry are forgotten: the map is as small as the queue. */
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

/** `share`: the part of the limits that these entries may have; one entry always fits. */
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
