/**
 * Measures what adapters add to an inspection: the processor time of a request to an application with the adapter,
 * less that without it, less that of the inspection in process. For this difference the rules do nothing, because
 * the noise of their own time would hide it. The time with both rules and adapter is measured separately.
 *
 * Each framework runs in a process of its own, as in an application: where several frameworks share the adapter's and
 * Node's functions, V8 compiles these for objects of all their shapes, which takes longer than for those of one.
 */
import type { Mix } from '#compiler/cli/commands/bench/bench-request.ts';
import { median } from '#compiler/cli/commands/bench/bench-waf.ts';
import { runJob } from '../run-job.ts';
import { applications } from './applications.ts';

/** Microseconds per request. */
export type AdapterFigures = {
  readonly mix: string;
  /** The rules alone, all phases. */
  readonly rules: number;
  /** What each adapter adds to the rules. */
  readonly adapters: readonly { readonly name: string; readonly added: number }[];
  /** What Node's fetch API takes for all headers and a copy of the body; not a part of `added`. */
  readonly fetchPlatform: number;
  /** The rules and the adapter for node:http together. */
  readonly together: number;
};

export type Effort = {
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Requests per round. */
  readonly requests: number;
};

/** The job that the parent sends to measured-application.ts. */
export type Job = {
  readonly framework: string;
  /** The path of the module that exports `waf`. */
  readonly path: string;
  /** `idle`: phases do nothing. */
  readonly rules: 'idle' | 'real';
  readonly mixes: readonly Mix[];
  readonly effort: Effort;
};

/** Microseconds per request in one round, for each way in which the requests are sent. */
export type Round = {
  /** To the application without the adapter. */
  readonly bare: number;
  readonly guarded: number;
  /** To the rules, in process. */
  readonly phases: number;
  /** To a fetch handler that reads the body, and to one that does what any inspection needs from the fetch API. */
  readonly echo: number;
  readonly readTwice: number;
};

/** What measured-application.ts sends back: the rounds of each mix, in the order of the mixes. */
export type Result = readonly (readonly Round[])[];

const EFFORT: Effort = { rounds: 100, warmUpRounds: 50, requests: 30 };
const CHILD = new URL('measured-application.ts', import.meta.url);

/** Adapters for Node's own Request class, whose body can be read twice only by copying it. */
export const ON_FETCH: ReadonlySet<string> = new Set(['fetch', 'Hono']);

/** Measures mixes whose requests pass. `path`: of the module that exports `waf`. */
export async function measureAdapters(
  path: string,
  mixes: readonly Mix[],
  effort: Effort = EFFORT,
): Promise<readonly AdapterFigures[]> {
  const names = Object.keys(applications);
  const job = { path, mixes, effort };
  const real = await inProcess({ ...job, framework: 'node:http', rules: 'real' });
  const idle = new Map<string, Result>();
  for (const framework of names) {
    idle.set(framework, await inProcess({ ...job, framework, rules: 'idle' }));
  }
  return mixes.map(({ name: mix }, index) => {
    const added = (name: string): number =>
      middle(idle.get(name)?.[index], (round) => {
        const all = round.guarded - round.bare - round.phases;
        return ON_FETCH.has(name) ? all - platform(round) : all;
      });
    return {
      mix,
      rules: middle(real[index], ({ phases }) => phases),
      adapters: names.map((name) => ({ name, added: added(name) })),
      fetchPlatform: middle(idle.get('fetch')?.[index], platform),
      together: middle(real[index], ({ guarded, bare }) => guarded - bare),
    };
  });
}

function platform({ readTwice, echo }: Round): number {
  return readTwice - echo;
}

function middle(rounds: readonly Round[] = [], of: (round: Round) => number): number {
  return median(rounds.map(of));
}

function inProcess(job: Job): Promise<Result> {
  return runJob(CHILD, job);
}
