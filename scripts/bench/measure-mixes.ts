/**
 * Measures microseconds per transaction for each request mix: by profile, by compiler passes, and by paranoia
 * level.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { BenchRequest, Mix } from '../../compiler/cli/commands/bench/bench-request.ts';
import { type BenchResult, benchWaf, SEED } from '../../compiler/cli/commands/bench/bench-waf.ts';
import { countWork, type WorkCounts } from '../../compiler/cli/commands/bench/count-work.ts';
import type { CompiledWaf } from '../../runtime/engine/host/compiled-waf.ts';
import { buildWaf, writeWaf } from './build-waf.ts';
import { measureSeparately } from './measure-in-process.ts';
import type { Workspace } from './workspace.ts';

/** One profile, compiled with and without the optional passes. */
export type BuiltProfile = {
  readonly profile: 'pl1' | 'pl2';
  readonly on: CompiledWaf;
  readonly off: CompiledWaf;
  /** The path of the module of `on`. */
  readonly path: string;
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
const ROUND_MS = 700;
/** Half of this time is for warming up. */
const LEVEL_MS = 4000;
/** V8 needs thousands of transactions to optimize everything; the first mix must not pay for that. */
const WARM_UP_MS = 4000;

export async function buildProfile(
  profile: 'pl1' | 'pl2',
  workspace: Workspace,
): Promise<BuiltProfile> {
  const { waf: on, path } = await buildWaf({ profile, passes: 'on' }, workspace);
  const { waf: off } = await buildWaf({ profile, passes: 'off' }, workspace);
  return { profile, on, off, path };
}

/** Measures every mix with every profile, with the compiler's optional passes and without. */
export function measureMixes(
  profiles: readonly BuiltProfile[],
  mixes: readonly Mix[],
): readonly MixFigures[] {
  return profiles.flatMap(({ profile, on, off }) => {
    for (const waf of [on, off]) warmUp(waf, mixes, WARM_UP_MS);
    return mixes.map(({ name, requests }) => {
      const [passesOn, passesOff] = compare(on, off, requests);
      const ratio = passesOff.microseconds / passesOn.microseconds;
      return { profile, mix: name, passesOn, passesOff, ratio };
    });
  });
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

function warmUp(waf: CompiledWaf, mixes: readonly Mix[], milliseconds: number): void {
  const requests = mixes.flatMap((mix) => mix.requests);
  benchWaf(waf, requests, { milliseconds, seed: SEED });
}

/** Measures each twice and takes the better figure, because other load on the machine varies. */
function compare(
  left: CompiledWaf,
  right: CompiledWaf,
  requests: readonly BenchRequest[],
): readonly [left: BenchResult, right: BenchResult] {
  const options = { milliseconds: ROUND_MS, seed: SEED };
  const [left1, right1] = [benchWaf(left, requests, options), benchWaf(right, requests, options)];
  const [left2, right2] = [benchWaf(left, requests, options), benchWaf(right, requests, options)];
  return [faster(left1, left2), faster(right1, right2)];
}

function faster(one: BenchResult, other: BenchResult): BenchResult {
  return one.microseconds < other.microseconds ? one : other;
}

/** Measures the rules of pl1 at each paranoia level, on requests that should pass. */
export async function measureLevels(
  workspace: Workspace,
  mixes: readonly Mix[],
): Promise<readonly LevelFigures[]> {
  const paths: string[] = [];
  for (const paranoiaLevel of LEVELS) {
    paths.push(await writeWaf({ profile: 'pl1', passes: 'on', paranoiaLevel }, workspace));
  }
  const figures: LevelFigures[] = [];
  for (const { name, requests } of mixes.filter(({ name: mix }) => BENIGN.includes(mix))) {
    const microseconds: number[] = [];
    for (const path of paths) {
      // Several modules in one process would slow each other down.
      const result = await measureSeparately({
        path,
        requests,
        milliseconds: LEVEL_MS,
        seed: SEED,
      });
      microseconds.push(result?.microseconds ?? Number.POSITIVE_INFINITY);
    }
    figures.push({ mix: name, microseconds });
  }
  return figures;
}
