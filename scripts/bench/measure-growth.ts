/** Measures how time grows with the size of the request, and what the worst known strings cost. */
import { SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { measureSeparately, type SeparateResult } from './measure-in-process.ts';
import { type BuiltProfile, TURNS } from './measure-mixes.ts';
import {
  bodiesByArguments,
  bodiesByKind,
  bodiesBySize,
  type SizedRequest,
  worstCases,
} from './synthetic-requests.ts';

/** `microseconds`: undefined for a step that was aborted or not begun. */
export type GrowthStep = { readonly size: number; readonly microseconds: number | undefined };

export type WorstCaseFigures = {
  readonly profile: string;
  readonly name: string;
  /** Undefined when the measurement was aborted. */
  readonly result: SeparateResult | undefined;
};

/** V8 optimizes what reads long texts in the first one or two seconds. */
const EFFORT = { warmUpMs: 2000, milliseconds: 1000 };
/** Microseconds of a step after which the next one, which is several times larger, is not begun. */
const SLOW_STEP_MICROSECONDS = 1e6;

/** Measures bodies of 1 KB to 1 MB with the module at `path`. */
export function measureBodySizes(path: string): Promise<readonly GrowthStep[]> {
  return measureGrowth(path, bodiesBySize(seededRandom(SEED)));
}

/** Measures 1 to 1,000 arguments. */
export function measureArgumentCounts(path: string): Promise<readonly GrowthStep[]> {
  return measureGrowth(path, bodiesByArguments(seededRandom(SEED)));
}

/** Times are undefined for a body whose measurement was aborted. */
export type KindFigures = {
  readonly kind: string;
  readonly bytes: number;
  readonly microseconds: number | undefined;
  /** At paranoia level 4; also undefined in the results of older runs. */
  readonly strictMicroseconds?: number | undefined;
};

/**
 * Measures bodies of one size and different contents: prose, base64, a file and so on. `strictPath`: the module of
 * paranoia level 4. Takes the lowest of the times in TURNS turns, because other load on the machine only adds to them.
 */
export async function measureBodyKinds(
  path: string,
  strictPath: string,
): Promise<readonly KindFigures[]> {
  let figures = await measureKindsOnce(path, strictPath);
  for (let turn = 1; turn < TURNS; turn += 1) {
    const others = await measureKindsOnce(path, strictPath);
    figures = figures.map((one, index) => fasterKind(one, others[index] ?? one));
  }
  return figures;
}

async function measureKindsOnce(path: string, strictPath: string): Promise<readonly KindFigures[]> {
  const figures: KindFigures[] = [];
  for (const { kind, bytes, request } of bodiesByKind(seededRandom(SEED))) {
    const job = { requests: [request], ...EFFORT, seed: SEED };
    const plain = await measureSeparately({ ...job, path });
    const strict = await measureSeparately({ ...job, path: strictPath });
    const strictMicroseconds = strict?.microseconds;
    figures.push({ kind, bytes, microseconds: plain?.microseconds, strictMicroseconds });
  }
  return figures;
}

function fasterKind(one: KindFigures, other: KindFigures): KindFigures {
  return {
    ...one,
    microseconds: shorter(one.microseconds, other.microseconds),
    strictMicroseconds: shorter(one.strictMicroseconds, other.strictMicroseconds),
  };
}

/** Returns the shorter time. A measurement that was aborted (undefined) does not count. */
function shorter(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

async function measureGrowth(
  path: string,
  requests: readonly SizedRequest[],
): Promise<readonly GrowthStep[]> {
  const steps: GrowthStep[] = [];
  let previous = 0;
  for (const { size, request } of requests) {
    const job = { path, requests: [request], ...EFFORT, seed: SEED };
    const tooSlow = previous > SLOW_STEP_MICROSECONDS;
    const microseconds = tooSlow ? undefined : (await measureSeparately(job))?.microseconds;
    previous = microseconds ?? Number.POSITIVE_INFINITY;
    steps.push({ size, microseconds });
  }
  return steps;
}

export async function measureWorstCases(
  profiles: readonly BuiltProfile[],
): Promise<readonly WorstCaseFigures[]> {
  const figures: WorstCaseFigures[] = [];
  for (const { profile, path } of profiles) {
    for (const { name, request } of worstCases()) {
      const job = { path, requests: [request], ...EFFORT, seed: SEED };
      figures.push({ profile, name, result: await measureSeparately(job) });
    }
  }
  return figures;
}
