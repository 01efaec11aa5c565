/** Under which conditions figures were measured. */
import { cpus, loadavg } from 'node:os';

export type Conditions = {
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  /** Processes that wanted to run in the minute before: above 0, others slow the figures. */
  readonly load: number;
};

export function readConditions(): Conditions {
  return {
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    load: loadavg()[0] ?? 0,
  };
}
