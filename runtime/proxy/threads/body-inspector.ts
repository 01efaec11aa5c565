/** Inspects large bodies in threads, and limits how many are inspected concurrently, for how long, and per client. */
import type { BodyVerdict } from '../waf/inspection.ts';
import type { Failure, Job } from './inspection-thread.ts';
import type { ModuleSources } from './messages.ts';
import type { ThreadPool } from './thread-pool.ts';

/** A permit to inspect a body. The number of concurrent permits is limited. */
export type Permit = {
  /** Resolves to false when too many bodies wait. */
  readonly granted: Promise<boolean>;
  /** Returns the permit, whether it was granted or not. */
  readonly leave: () => void;
};

/** `client`: a folded address. `bytes`: the size of the body. */
export type AcquirePermit = (client: string, bytes: number) => Permit;

export type Waiting = {
  readonly client: string;
  readonly bytes: number;
  /** Aborted when the client has disconnected, so that the body need not wait any longer. */
  readonly gone: AbortSignal;
  /** Called when the inspection begins. */
  readonly begins: () => void;
};

export type BodyInspector = {
  /** Bodies with more bytes than this are inspected in threads. */
  readonly threshold: number;
  /** Inspects a body. Rejects when the body cannot be read. */
  readonly inspect: (waiting: Waiting, sources: ModuleSources, job: Job) => Promise<BodyVerdict>;
  /** Starts a thread for a large body that is still arriving; see ThreadPool. */
  readonly prepare: (sources: ModuleSources) => void;
  readonly threads: () => number;
  readonly waiting: () => number;
  /** Ends all threads. */
  readonly close: () => Promise<void>;
};

export type InspectorOptions = {
  readonly threshold: number;
  /** Most milliseconds that a body waits for a permit. */
  readonly timeout: number;
  readonly acquirePermit: AcquirePermit;
  readonly pool: ThreadPool;
  readonly observe: (seconds: number) => void;
  readonly refused: (reason: Failure | 'busy') => void;
};

export function createBodyInspector(options: InspectorOptions): BodyInspector {
  const { pool, threshold, timeout, acquirePermit, observe, refused } = options;
  let waiting = 0;

  const awaitPermit = async (
    permit: Permit,
    gone: AbortSignal,
  ): Promise<'granted' | 'busy' | 'gone'> => {
    waiting += 1;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'busy'>((resolve) => {
      timer = setTimeout(() => resolve('busy'), timeout);
    });
    const left = new Promise<'gone'>((resolve) => {
      if (gone.aborted) resolve('gone');
      gone.addEventListener('abort', () => resolve('gone'), { once: true });
    });
    const granted = permit.granted.then((isGranted) => (isGranted ? 'granted' : 'busy'));
    try {
      return await Promise.race([granted, late, left]);
    } finally {
      clearTimeout(timer);
      waiting -= 1;
    }
  };
  return {
    threshold,
    inspect: async ({ client, bytes, gone, begins }, sources, job) => {
      const permit = acquirePermit(client, bytes);
      try {
        const outcome = await awaitPermit(permit, gone);
        if (outcome === 'gone') return { kind: 'Gone' };
        if (outcome === 'busy') {
          refused('busy');
          return { kind: 'Refused', reason: 'too many bodies wait for their inspection' };
        }
        begins();
        const began = performance.now();
        const result = await pool.inspect(sources, job);
        observe((performance.now() - began) / 1000);
        if (result.kind === 'Unreadable') throw new Error(result.problem);
        if (result.kind === 'Ended') refused(result.failure);
        return result;
      } finally {
        permit.leave();
      }
    },
    prepare: pool.prepare,
    threads: pool.size,
    waiting: () => waiting,
    close: pool.close,
  };
}
