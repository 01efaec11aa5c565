/** How time grows with the request, and what the worst known strings cost. */

import { SEED } from '../../compiler/cli/commands/bench/bench-waf.ts';
import { seededRandom } from '../../compiler/cli/commands/bench/random.ts';
import { measureSeparately, type SeparateResult } from './measure-in-process.ts';
import type { BuiltProfile } from './measure-mixes.ts';
import {
  bodiesByArguments,
  bodiesByKind,
  bodiesBySize,
  type SizedRequest,
  worstCases,
} from './synthetic-requests.ts';

/** `microseconds` is undefined for a step that was given up or not begun. */
export type GrowthStep = { readonly size: number; readonly microseconds: number | undefined };

export type WorstCaseFigures = {
  readonly profile: string;
  readonly name: string;
  /** Undefined: given up. */
  readonly result: SeparateResult | undefined;
};

const SEPARATION_MS = 500;
/** The next step is several times larger: it is not begun after one that took this long. */
const SLOW_STEP_MICROSECONDS = 1e6;

/** Bodies of 1 KB to 1 MB against the module at `path`. */
export function measureBodySizes(path: string): Promise<readonly GrowthStep[]> {
  return measureGrowth(path, bodiesBySize(seededRandom(SEED)));
}

/** 1 to 1,000 arguments. */
export function measureArgumentCounts(path: string): Promise<readonly GrowthStep[]> {
  return measureGrowth(path, bodiesByArguments(seededRandom(SEED)));
}

/** `microseconds` is undefined for a body that was given up. */
export type KindFigures = {
  readonly kind: string;
  readonly bytes: number;
  readonly microseconds: number | undefined;
};

/** Bodies of one size: prose, base64, a file and so on. */
export async function measureBodyKinds(path: string): Promise<readonly KindFigures[]> {
  const figures: KindFigures[] = [];
  for (const { kind, bytes, request } of bodiesByKind(seededRandom(SEED))) {
    const job = { path, requests: [request], milliseconds: SEPARATION_MS, seed: SEED };
    figures.push({ kind, bytes, microseconds: (await measureSeparately(job))?.microseconds });
  }
  return figures;
}

async function measureGrowth(
  path: string,
  requests: readonly SizedRequest[],
): Promise<readonly GrowthStep[]> {
  const steps: GrowthStep[] = [];
  let previous = 0;
  for (const { size, request } of requests) {
    const job = { path, requests: [request], milliseconds: SEPARATION_MS, seed: SEED };
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
      const job = { path, requests: [request], milliseconds: SEPARATION_MS, seed: SEED };
      figures.push({ profile, name, result: await measureSeparately(job) });
    }
  }
  return figures;
}
