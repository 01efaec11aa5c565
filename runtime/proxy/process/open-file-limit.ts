/** How many descriptors this process may have. */
import { readFileSync } from 'node:fs';

const UNKNOWN = 1024;

/** The soft limit of open files; 1024 where the system does not tell. */
export function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const soft = Number(/^Max open files +([0-9]+)/m.exec(limits)?.[1]);
    return Number.isFinite(soft) ? soft : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
