/** CPU time of test programs: each says at its end what it and the processes that it waited for have taken. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** `PID:PATH`: programs that this process has started append to the file. */
export const CPU_FILE = 'PORTCULLIS_TEST_CPU';

/** Node loads it before a program. */
export const REPORT_CPU = resolve('scripts/report-cpu.cjs');

export type CpuTime = { readonly program: string; readonly seconds: number };

/** Most first. A program that was killed has none. */
export function readCpuTimes(path: string): readonly CpuTime[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const times: CpuTime[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  return times.toSorted((a, b) => b.seconds - a.seconds);
}
