/** Runs one job in a child process that ends with `answerParent`. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processorTimeOf } from './processor-time-of.ts';

const LOOK_MS = 200;

/** Sends the job to a new process of the module and resolves to the result that it sends back. Rejects when it fails. */
export async function runJob<Job extends object, Result>(module: URL, job: Job): Promise<Result> {
  const result = await runJobFor<Job, Result>(Number.POSITIVE_INFINITY, module, job);
  if (result === undefined) throw new Error('a measurement was killed');
  return result;
}

/** Runs the job, and resolves to undefined when the job takes more `seconds` of processor time. */
export function runJobFor<Job extends object, Result>(
  seconds: number,
  module: URL,
  job: Job,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(module));
    const started = performance.now();
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      const spent = child.pid === undefined ? elapsed : (processorTimeOf(child.pid) ?? elapsed);
      if (spent > seconds * 1000) child.kill('SIGKILL');
    }, LOOK_MS);
    let result: Result | undefined;
    child.on('message', (message: Result) => {
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
