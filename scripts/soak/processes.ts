/** Reads memory and descriptors of the proxy's processes from /proc (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export type Sample = {
  /** Memory of the primary and its oldest worker, which no disturbance ends. */
  readonly rssBytes: number;
  /** Open descriptors of the same processes. */
  readonly descriptors: number;
  /** Memory of all processes. */
  readonly allRssBytes: number;
};

/** The measurements of one interval: the lowest of its samples, because load adds to them. */
export type Interval = Sample & {
  /** Milliseconds of the small requests. */
  readonly latencies: readonly number[];
};

export function sampleProcesses(pid: number): Sample {
  const workers = workersByAge(pid);
  const old = [pid, ...workers.slice(0, 1)];
  return {
    rssBytes: sum(old.map(rssOf)),
    descriptors: sum(old.map(descriptorsOf)),
    allRssBytes: sum([pid, ...workers].map(rssOf)),
  };
}

/** Returns the child processes, oldest first. */
export function workersByAge(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.map(Number).toSorted((a, b) => startOf(a) - startOf(b));
}

const IDLE_WAITS = 20;

/** Returns the lowest number of descriptors within some seconds, after connections have ended. */
export async function idleDescriptors(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < IDLE_WAITS; turn += 1) {
    await wait(500);
    least = Math.min(least, sampleProcesses(pid).descriptors);
  }
  return least;
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Returns column 22 of stat: ticks since the system's start. Process names may contain blanks and parentheses. */
function startOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** Returns the file's text; "" when the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
