/**
 * Reads the CPU time of test programs. Each reports at its end what it and the child processes that it waited for
 * have used.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The variable has the form `PID:PATH`: programs that process PID has started append to the file. */
export const CPU_FILE = 'PORTCULLIS_TEST_CPU';

/** A script that Node loads before each program. */
export const REPORT_CPU = resolve('scripts/report-cpu.cjs');

export type CpuTime = { readonly program: string; readonly seconds: number };

/** Returns the times, highest first. A program that was killed has none. */
export function readCpuTimes(path: string): readonly CpuTime[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const times: CpuTime[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  return times.toSorted((a, b) => b.seconds - a.seconds);
}
