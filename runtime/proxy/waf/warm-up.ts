/**
 * Inspects some requests of our own before the first client's: automata make their states, and V8 compiles what runs
 * often. Nothing of it is seen: no log, no metric, no collection of the service.
 */
import { performance } from 'node:perf_hooks';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { MemoryCollections } from '../../engine/collections/persistent/memory-collections.ts';
import type { Profile } from './profile.ts';
import { inspectWarm, warmRequest } from './warm-requests.ts';

/** Requests for each profile: more make little difference. */
const REQUESTS = 400;
/** Milliseconds between two iterations of the event loop: at a reload, others are served meanwhile. */
const STEP_MS = 5;

/** On a machine that is busy otherwise it may take so many times as long. */
const MOST_WAIT = 2;

/**
 * Takes at most `limitMs` of the processor; resolves to how many requests were inspected. A module that throws is left
 * as it is.
 */
export async function warmUp(profiles: readonly Profile[], limitMs: number): Promise<number> {
  const began = performance.now();
  const usedBefore = process.cpuUsage();
  const isOver = (): boolean => {
    const { user, system } = process.cpuUsage(usedBefore);
    return user + system >= limitMs * 1000 || performance.now() - began >= limitMs * MOST_WAIT;
  };
  const cold = profiles.map((profile) => ({
    ...profile,
    services: { ...profile.services, collections: new MemoryCollections() },
  }));
  let paused = began;
  let count = 0;
  for (let index = 0; index < REQUESTS; index += 1) {
    const request = warmRequest(index);
    for (const profile of cold) {
      if (isOver()) return count;
      try {
        inspectWarm(profile.waf, profile.services, request);
      } catch {
        return count;
      }
      count += 1;
      if (performance.now() - paused < STEP_MS) continue;
      await nextIteration();
      paused = performance.now();
    }
  }
  return count;
}
