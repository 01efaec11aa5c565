/** How much memory another process takes. */
import { readFileSync } from 'node:fs';

/** Resident set in MB (proc(5), VmRSS). */
export function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

/** MB by which the process grows at most while `work` runs, beyond what it has before. */
export async function peakGrowth(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentMemory(pid);
  let peak = before;
  const look = (): void => {
    peak = Math.max(peak, residentMemory(pid));
  };
  const watch = setInterval(look, 10);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  look();
  return peak - before;
}
