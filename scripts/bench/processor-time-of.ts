/** Reads the processor time of other processes from /proc. Elapsed time would depend on other load on the machine. */
import { readFileSync } from 'node:fs';

/** The unit of times in /proc is 10 ms, whatever clock the kernel uses (proc(5), sysconf(3)). */
const MILLISECONDS_PER_TICK = 10;
/** Columns of utime, stime and of cutime, cstime, counted after the closing parenthesis (proc(5)). */
const OWN = [11, 12];
const OF_CHILDREN = [13, 14];

/** Returns the milliseconds that a process has used so far; undefined when there is no /proc. */
export function processorTimeOf(pid: number): number | undefined {
  return sumOf(pid, OWN);
}

/** Returns the milliseconds that all children of this process have used that have ended. */
export function processorTimeOfChildren(): number | undefined {
  return sumOf(process.pid, OF_CHILDREN);
}

/** Returns the lower of both times, which is nearer to the time on an idle machine. */
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
