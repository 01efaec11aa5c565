/** The conditions under which figures were measured. */
import { cpus, loadavg } from 'node:os';

export type Conditions = {
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  /** Average number of runnable processes during the minute before. Above 0, other processes affect the figures. */
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
