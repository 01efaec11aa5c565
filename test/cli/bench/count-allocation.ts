/** How much heap transactions allocate, counted rather than measured: the same on every machine. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { BenchRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { median, runTransaction } from '#compiler/cli/commands/bench/bench-waf.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';

const WARM_UP = 10;
/** Most of them end without a collection in between: the median is of those. */
const ROUNDS = 15;

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
    return median(rounds);
  } finally {
    setFlagsFromString('--opt');
  }
}
