/** Measures requests in a separate process, which can be ended when it takes too long. */
import type { BenchRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { runJobFor } from './run-job.ts';

/** The job that the parent sends to measured-process.ts. */
export type SeparateJob = {
  /** The path of the module that exports `waf`. */
  readonly path: string;
  readonly requests: readonly BenchRequest[];
  /** Processor time before the measurement, for V8 to optimize what the requests need. */
  readonly warmUpMs: number;
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

const CHILD = new URL('measured-process.ts', import.meta.url);
/** Seconds of processor time after which a measurement is aborted. */
export const GIVE_UP_SECONDS = 10;

/** Resolves to undefined when the job takes longer than GIVE_UP_SECONDS. */
export function measureSeparately(job: SeparateJob): Promise<SeparateResult | undefined> {
  return runJobFor(GIVE_UP_SECONDS, CHILD, job);
}
