/** How much heap transactions allocate, counted rather than measured: the same on every machine. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { BenchRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { runTransaction } from '#compiler/cli/commands/bench/bench-waf.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';

const WARM_UP = 10;
const ROUNDS = 15;
/**
 * The position, in order of bytes, of the round that counts. Before it are rounds with a collection, and at the end those in
 * which V8 adds a block to the heap: for uploads every second one, so that the median would be of either kind.
 */
const COUNTED = 4;

/**
 * Bytes of one transaction, mean over the requests. V8 interprets meanwhile: what it optimises, and which objects it then
 * leaves out, depends on time.
 */
export function countAllocation(waf: CompiledWaf, requests: readonly BenchRequest[]): number {
  const run = (): void => {
    for (const request of requests) runTransaction(waf, request);
  };
  setFlagsFromString('--no-opt');
  try {
    for (let round = 0; round < WARM_UP; round += 1) run();
    const rounds = Array.from({ length: ROUNDS }, () => {
      const before = getHeapStatistics().used_heap_size;
      run();
      return (getHeapStatistics().used_heap_size - before) / requests.length;
    });
    return rounds.toSorted((a, b) => a - b)[COUNTED] ?? 0;
  } finally {
    setFlagsFromString('--opt');
  }
}
