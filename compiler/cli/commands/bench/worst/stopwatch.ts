/** Measures how long the main thread takes, on a machine that does other work as well. */
import { median, processorTime } from '../bench-waf.ts';

/** Runs are repeated until they take this long together, so that the resolution of the clock does not matter. */
const ENOUGH_MICROSECONDS = 100_000;
/** The number of runs, of which the median counts. V8 still optimizes in the first ones, so long runs repeat, too. */
export const RUNS = 5;
const LEAST_RUNS = 3;

/**
 * Returns microseconds. Processor time includes other threads of the process (garbage collector, compiler), wall clock
 * time includes other processes; the lower of the two is closer.
 */
export function timeOf(run: () => void): number {
  const processor = processorTime();
  const clock = performance.now();
  run();
  const elapsed = (performance.now() - clock) * 1000;
  return Math.min(elapsed, Math.max(processorTime() - processor, 1));
}

/** Returns the median in microseconds of several runs; each run gets its number, from 1. */
export function medianTimeOf(run: (iteration: number) => void): number {
  const times: number[] = [];
  let spent = 0;
  for (let iteration = 1; iteration <= RUNS; iteration += 1) {
    if (iteration > LEAST_RUNS && spent >= ENOUGH_MICROSECONDS) break;
    const time = timeOf(() => run(iteration));
    times.push(time);
    spent += time;
  }
  return median(times);
}
