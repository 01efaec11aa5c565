/**
 * Measures microseconds per transaction for each request mix: by profile, by compiler passes, and by paranoia
 * level.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Mix } from '../../compiler/cli/commands/bench/bench-request.ts';
import { type BenchResult, SEED } from '../../compiler/cli/commands/bench/bench-waf.ts';
import { countWork, type WorkCounts } from '../../compiler/cli/commands/bench/count-work.ts';
import type { CompiledWaf } from '../../runtime/engine/host/compiled-waf.ts';
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
const MIXES_EFFORT = { warmUpMs: 6000, milliseconds: 700 };

export async function buildProfile(
  profile: 'pl1' | 'pl2',
  workspace: Workspace,
): Promise<BuiltProfile> {
  const { waf: on, path } = await buildWaf({ profile, passes: 'on' }, workspace);
  const offPath = await writeWaf({ profile, passes: 'off' }, workspace);
  return { profile, on, path, offPath };
}

/** Measures every mix with every profile, with the compiler's optional passes and without. */
export async function measureMixes(
  profiles: readonly BuiltProfile[],
  mixes: readonly Mix[],
): Promise<readonly MixFigures[]> {
  const figures: MixFigures[] = [];
  for (const { profile, path, offPath } of profiles) {
    const [on, off] = await inTurns(path, offPath, mixes);
    mixes.forEach(({ name }, index) => {
      const [passesOn, passesOff] = [on[index], off[index]];
      if (passesOn === undefined || passesOff === undefined) return;
      const ratio = passesOff.microseconds / passesOn.microseconds;
      figures.push({ profile, mix: name, passesOn, passesOff, ratio });
    });
  }
  return figures;
}

/**
 * Measures each module twice, in turns, and takes the better figures, because other load on the machine varies. Each
 * module has a process to itself, as in use: several in one process would slow each other down.
 */
async function inTurns(
  left: string,
  right: string,
  mixes: readonly Mix[],
): Promise<readonly [left: readonly BenchResult[], right: readonly BenchResult[]]> {
  const [left1, right1] = [await measureModule(left, mixes), await measureModule(right, mixes)];
  const [left2, right2] = [await measureModule(left, mixes), await measureModule(right, mixes)];
  return [left1.map(fasterThan(left2)), right1.map(fasterThan(right2))];
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
  const levels: (readonly BenchResult[])[] = [];
  for (const path of paths) levels.push(await measureModule(path, benign));
  return benign.map(({ name }, index) => {
    return { mix: name, microseconds: levels.map((results) => microsecondsAt(results, index)) };
  });
}

function microsecondsAt(results: readonly BenchResult[], index: number): number {
  return results[index]?.microseconds ?? Number.POSITIVE_INFINITY;
}
