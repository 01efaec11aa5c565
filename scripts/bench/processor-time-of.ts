/** Processor time of other processes, from /proc: a clock shows what the whole machine does. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second here, whatever its own clock does (proc(5), sysconf(3)). */
const MILLISECONDS_PER_TICK = 10;
/** Columns of utime, stime and of cutime, cstime, counted after the closing parenthesis (proc(5)). */
const OWN = [11, 12];
const OF_CHILDREN = [13, 14];

/** Milliseconds that a process has used so far; undefined where there is no /proc. */
export function processorTimeOf(pid: number): number | undefined {
  return sumOf(pid, OWN);
}

/** Milliseconds that all children of this process used which have ended. */
export function processorTimeOfChildren(): number | undefined {
  return sumOf(process.pid, OF_CHILDREN);
}

/** The lower one of both clocks is nearer to what it takes on a machine of one's own. */
export function lower(elapsed: number, processor: number | undefined): number {
  return processor === undefined ? elapsed : Math.min(elapsed, processor);
}

function sumOf(pid: number, columns: readonly number[]): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = columns.reduce((sum, column) => sum + Number(fields[column]), 0);
    return ticks * MILLISECONDS_PER_TICK;
  } catch {
    return undefined;
  }
}
