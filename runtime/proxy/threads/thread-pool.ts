/**
 * The threads of a process that inspect bodies. They are started on demand and ended when they have been idle for a
 * while.
 */
import type { ModuleSource } from '../waf/load-module.ts';
import type { Inspected, InspectionThread, Job } from './inspection-thread.ts';
import type { ModuleSources } from './messages.ts';

/** Milliseconds until an idle thread ends. A thread takes about 25 MB, and a tenth of a second to start. */
const IDLE_MS = 60_000;

export type ThreadPool = {
  /** Inspects with the rules of `sources`. The caller limits the number of concurrent jobs. */
  readonly inspect: (sources: ModuleSources, job: Job) => Promise<Inspected>;
  /** Starts a thread for a job that will come soon, unless an idle one has its rules or all are busy. */
  readonly prepare: (sources: ModuleSources) => void;
  readonly size: () => number;
  /** Ends all threads, including busy ones. */
  readonly close: () => Promise<void>;
};

/** `most`: the highest number of threads. */
export function createThreadPool(
  most: number,
  start: (sources: ModuleSources) => InspectionThread,
): ThreadPool {
  /** Idle threads with the timers that end them; the longest idle is first. */
  const idle = new Map<InspectionThread, NodeJS.Timeout>();
  const all = new Set<InspectionThread>();
  let isClosed = false;

  const end = (thread: InspectionThread): Promise<unknown> => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    all.delete(thread);
    return thread.end();
  };
  const take = (sources: ModuleSources): InspectionThread => {
    for (const thread of idle.keys()) if (!thread.isAlive()) void end(thread);
    const found = [...idle.keys()].findLast((thread) => areSame(thread.sources, sources));
    if (found !== undefined) {
      clearTimeout(idle.get(found));
      idle.delete(found);
      return found;
    }
    const [oldest] = idle.keys();
    if (all.size >= most && oldest !== undefined) void end(oldest);
    const thread = start(sources);
    all.add(thread);
    return thread;
  };
  const giveBack = (thread: InspectionThread): void => {
    if (isClosed || !thread.isAlive()) {
      void end(thread);
      return;
    }
    const timer = setTimeout(() => void end(thread), IDLE_MS).unref();
    idle.set(thread, timer);
  };
  return {
    prepare: (sources) => {
      const isPossible = !isClosed && (all.size < most || idle.size > 0);
      if (isPossible) giveBack(take(sources));
    },
    inspect: async (sources, job) => {
      if (isClosed) return { kind: 'Ended', failure: 'failed', reason: 'the proxy is ending' };
      const thread = take(sources);
      const result = await thread.inspect(job);
      giveBack(thread);
      return result;
    },
    size: () => all.size,
    close: async () => {
      isClosed = true;
      await Promise.all([...all].map(end));
    },
  };
}

/** Returns true when both have the same rules, so that a reload without changes keeps the threads. */
function areSame(one: ModuleSources, other: ModuleSources): boolean {
  return (
    one.size === other.size && [...one].every(([name, source]) => isSame(source, other.get(name)))
  );
}

function isSame(one: ModuleSource, other: ModuleSource | undefined): boolean {
  if (other === undefined) return false;
  if (one.kind === 'Bundled' || other.kind === 'Bundled') return one.kind === other.kind;
  return one.sha256 === other.sha256;
}
