/** How long the main thread takes for something, on a machine that does other things as well. */
import { median, processorTime } from '../bench-waf.ts';

/** Together they are enough: the clock's steps no longer count. */
const ENOUGH_MICROSECONDS = 100_000;
/** Of which the median counts. */
export const RUNS = 5;

/**
 * Microseconds. The processor time of the process has other threads in it (collector, compiler), the
 * clock other processes: the lower one is nearer.
 */
export function timeOf(run: () => void): number {
  const processor = processorTime();
  const clock = performance.now();
  run();
  const elapsed = (performance.now() - clock) * 1000;
  return Math.min(elapsed, Math.max(processorTime() - processor, 1));
}

/** Median microseconds of a few runs; each gets its number, from 1. */
export function medianTimeOf(run: (iteration: number) => void): number {
  const times: number[] = [];
  let spent = 0;
  for (let iteration = 1; iteration <= RUNS && spent < ENOUGH_MICROSECONDS; iteration += 1) {
    const time = timeOf(() => run(iteration));
    times.push(time);
    spent += time;
  }
  return median(times);
}
