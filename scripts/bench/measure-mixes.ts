/**
 * Measures microseconds per transaction for each request mix: by profile, by compiler passes, and by paranoia
 * level.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Mix } from '#compiler/cli/commands/bench/bench-request.ts';
import { type BenchResult, SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { countWork, type WorkCounts } from '#compiler/cli/commands/bench/count-work.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { buildWaf, writeWaf } from './build-waf.ts';
import { runJob } from './run-job.ts';
import type { Workspace } from './workspace.ts';

/** One profile, compiled with and without the optional passes. */
export type BuiltProfile = {
  readonly profile: 'pl1' | 'pl2';
  readonly on: CompiledWaf;
  /** The path of the module of `on`. */
  readonly path: string;
  /** The path of the module without the optional passes. */
  readonly offPath: string;
};

/** The job of measured-mixes.ts, which sends back the result of each mix, in order. */
export type MixesJob = {
  readonly path: string;
  readonly mixes: readonly Mix[];
  readonly warmUpMs: number;
  /** For each mix. */
  readonly milliseconds: number;
  readonly seed: number;
};

export type MixFigures = {
  readonly profile: string;
  readonly mix: string;
  readonly passesOn: BenchResult;
  readonly passesOff: BenchResult;
  /** By what factor the passes reduce the time. */
  readonly ratio: number;
};

export type LevelFigures = {
  readonly mix: string;
  /** At paranoia levels 1 to 4. */
  readonly microseconds: readonly number[];
};

const LEVELS = [1, 2, 3, 4];
/** Names of the mixes that should pass. */
export const BENIGN = ['browse', 'form', 'json'];
const MIXES_CHILD = new URL('measured-mixes.ts', import.meta.url);
/** V8 needs thousands of transactions to optimize everything; the first mix must not pay for that. */
const MIXES_EFFORT = { warmUpMs: 6000, milliseconds: 1500 };
/** Times of several turns are compared, because other load on the machine varies. */
export const TURNS = 3;

export async function buildProfile(
  profile: 'pl1' | 'pl2',
  workspace: Workspace,
): Promise<BuiltProfile> {
  const { waf: on, path } = await buildWaf({ profile, passes: 'on' }, workspace);
  const offPath = await writeWaf({ profile, passes: 'off' }, workspace);
  return { profile, on, path, offPath };
}

/**
 * Measures every mix with every profile, with the compiler's optional passes and without. `beforeTurn`: called before each
 * of the TURNS turns.
 */
export async function measureMixes(
  profiles: readonly BuiltProfile[],
  mixes: readonly Mix[],
  beforeTurn: () => void,
): Promise<readonly MixFigures[]> {
  const paths = profiles.flatMap(({ path, offPath }) => [path, offPath]);
  const results = await inTurns(paths, mixes, beforeTurn);
  return profiles.flatMap(({ profile, path, offPath }) =>
    mixes.flatMap(({ name: mix }, index) => {
      const [passesOn, passesOff] = [results.get(path)?.[index], results.get(offPath)?.[index]];
      if (passesOn === undefined || passesOff === undefined) return [];
      const ratio = passesOff.microseconds / passesOn.microseconds;
      return [{ profile, mix, passesOn, passesOff, ratio }];
    }),
  );
}

/**
 * Measures the modules TURNS times, in turns, and takes the best figures, because other load on the machine varies. Each
 * module has a process to itself, as in use: several in one process would slow each other down.
 */
async function inTurns(
  paths: readonly string[],
  mixes: readonly Mix[],
  beforeTurn?: () => void,
): Promise<ReadonlyMap<string, readonly BenchResult[]>> {
  const best = new Map<string, readonly BenchResult[]>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    beforeTurn?.();
    for (const path of paths) {
      const results = await measureModule(path, mixes);
      best.set(path, best.get(path)?.map(fasterThan(results)) ?? results);
    }
  }
  return best;
}

function measureModule(path: string, mixes: readonly Mix[]): Promise<readonly BenchResult[]> {
  return runJob(MIXES_CHILD, { path, mixes, ...MIXES_EFFORT, seed: SEED } satisfies MixesJob);
}

function fasterThan(others: readonly BenchResult[]) {
  return (one: BenchResult, index: number): BenchResult => {
    const other = others[index];
    return other === undefined || one.microseconds < other.microseconds ? one : other;
  };
}

export type WorkFigures = {
  readonly profile: string;
  readonly mix: string;
  readonly work: WorkCounts;
};

/** Counts the work of the same transactions. The modules are slower afterwards. */
export function measureWork(
  profiles: readonly BuiltProfile[],
  mixes: readonly Mix[],
): readonly WorkFigures[] {
  return profiles.flatMap(({ profile, on: waf, path }) => {
    const module = { waf, url: pathToFileURL(path).href, text: readFileSync(path, 'utf8') };
    return mixes.map(({ name, requests }) => {
      return { profile, mix: name, work: countWork(module, requests) };
    });
  });
}

/**
 * Measures the rules of pl1 at each paranoia level, on requests that should pass. Each level has a process to
 * itself, as the modules of `measureMixes` have.
 */
export async function measureLevels(
  workspace: Workspace,
  mixes: readonly Mix[],
): Promise<readonly LevelFigures[]> {
  const benign = mixes.filter(({ name }) => BENIGN.includes(name));
  const paths: string[] = [];
  for (const paranoiaLevel of LEVELS) {
    paths.push(await writeWaf({ profile: 'pl1', passes: 'on', paranoiaLevel }, workspace));
  }
  const results = await inTurns(paths, benign);
  return benign.map(({ name }, index) => ({
    mix: name,
    microseconds: paths.map(
      (path) => results.get(path)?.[index]?.microseconds ?? Number.POSITIVE_INFINITY,
    ),
  }));
}
