/** Measures requests in a separate process, which can be ended when it takes too long. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchRequest } from '../../compiler/cli/commands/bench/bench-request.ts';
import { processorTimeOf } from './processor-time-of.ts';

/** The job that the parent sends to measured-process.ts. */
export type SeparateJob = {
  /** The path of the module that exports `waf`. */
  readonly path: string;
  readonly requests: readonly BenchRequest[];
  readonly milliseconds: number;
  readonly seed: number;
};

/** The result that measured-process.ts sends back. */
export type SeparateResult = {
  /** The transaction with the first request, before anything is warm. */
  readonly firstMicroseconds: number;
  /** See BenchResult. */
  readonly microseconds: number;
};

const CHILD = fileURLToPath(new URL('measured-process.ts', import.meta.url));
/** Seconds of processor time after which a measurement is aborted. */
export const GIVE_UP_SECONDS = 10;
const LOOK_MS = 200;

/** Resolves to undefined when the job takes longer than GIVE_UP_SECONDS. */
export function measureSeparately(job: SeparateJob): Promise<SeparateResult | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD);
    const started = performance.now();
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      const spent = child.pid === undefined ? elapsed : (processorTimeOf(child.pid) ?? elapsed);
      if (spent > GIVE_UP_SECONDS * 1000) child.kill('SIGKILL');
    }, LOOK_MS);
    let result: SeparateResult | undefined;
    child.on('message', (message: SeparateResult) => {
      result = message;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code !== null && code !== 0) reject(new Error(`a measurement failed with code ${code}`));
      else resolve(result);
    });
    child.send(job);
  });
}
