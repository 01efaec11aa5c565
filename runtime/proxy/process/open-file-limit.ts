/** Reads this process's limit of open file descriptors. */
import { readFileSync } from 'node:fs';

const UNKNOWN = 1024;

/** Returns the soft limit of open files; 1024 when the system does not report it. */
export function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const soft = Number(/^Max open files +([0-9]+)/m.exec(limits)?.[1]);
    return Number.isFinite(soft) ? soft : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
