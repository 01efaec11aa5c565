/** Measures what adversarial strings cost in whole requests, with every carrier. */
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { progress } from '../../../output/progress.ts';
import { importWaf } from '../../../project/load-waf.ts';
import type { BenchRequest } from '../bench-request.ts';
import { runTransaction } from '../bench-waf.ts';
import { type Carrier, carriers } from './carriers.ts';
import { timeOfFirst } from './first-request.ts';
import {
  type Candidate,
  longestOf,
  SIZES,
  type Times,
  type WorstString,
} from './measure-expressions.ts';
import { medianTimeOf, RUNS, timeOf } from './stopwatch.ts';

/**
 * Measured at the sizes that fit its carrier. Its doubling is measured between the largest two, because more would take
 * too long.
 */
export type WorstRequest = WorstString & { readonly carrier: string };

export type WorstRequests = {
  /** How many requests were tried. */
  readonly screened: number;
  /** Most expensive first. `rules` are the rules for which the string was made; other rules inspect it as well. */
  readonly requests: readonly WorstRequest[];
};

type Load = { readonly carrier: Carrier; readonly candidate: Candidate };

const [SCREENED] = SIZES;
/** The number of candidates for the warm-up. */
const WARM_UP = 60;
const PLAIN: BenchRequest = {
  name: 'plain',
  method: 'GET',
  target: '/',
  headers: [['Host', 'www.example.com']],
  body: '',
};

/**
 * Returns the `limit` most expensive pairs of a candidate and a carrier, selected at 3 KB, most expensive first. `text`
 * is the bundled module, with automaton states.
 */
export async function measureRequests(
  text: string,
  candidates: readonly Candidate[],
  limit: number,
  seed: number,
): Promise<WorstRequests> {
  const { waf } = await importWaf(text);
  const worst: WorstRequest[] = [];
  const screened = screenRequests(waf, candidates, seed);
  const slowest = screened.slice(0, limit);
  for (const [index, load] of slowest.entries()) {
    progress.show('measuring requests', index + 1, slowest.length);
    const times: Times[] = [];
    for (const size of SIZES.filter((bytes) => bytes <= load.carrier.most))
      times.push(await timesOf(text, waf, load, size, seed));
    const { expression, recipe } = load.candidate;
    worst.push({
      carrier: load.carrier.name,
      rules: expression.rules,
      family: recipe.family,
      index: recipe.index,
      times,
      doubling: doublingOf(times),
    });
  }
  return {
    screened: screened.length,
    requests: worst.toSorted((a, b) => longestOf(b.times) - longestOf(a.times)),
  };
}

/** Measures every candidate with every carrier; returns the most expensive first. */
function screenRequests(
  waf: CompiledWaf,
  candidates: readonly Candidate[],
  seed: number,
): readonly Load[] {
  // V8 must optimise the engine before times can be compared.
  for (const candidate of candidates.slice(0, WARM_UP)) {
    for (const carrier of carriers)
      runTransaction(waf, requestOf({ carrier, candidate }, 500, seed));
  }
  return candidates
    .flatMap((candidate, index) => {
      progress.show('screening requests', index + 1, candidates.length);
      return carriers.map((carrier) => {
        const request = requestOf({ carrier, candidate }, SCREENED, seed);
        return { carrier, candidate, microseconds: timeOf(() => runTransaction(waf, request)) };
      });
    })
    .toSorted((a, b) => b.microseconds - a.microseconds);
}

function requestOf({ carrier, candidate }: Load, size: number, seed: number): BenchRequest {
  return carrier.carry(candidate.recipe.make(size, seed));
}

async function timesOf(
  text: string,
  waf: CompiledWaf,
  load: Load,
  size: number,
  seed: number,
): Promise<Times> {
  const requestNumber = (iteration: number) => requestOf(load, size, seed + iteration);
  const requests = Array.from({ length: RUNS }, (_, index) => requestNumber(index + 1));
  return {
    size,
    first: await timeOfFirst(text, requestNumber(0)),
    warm: medianTimeOf((iteration) => runTransaction(waf, requests[iteration - 1] ?? PLAIN)),
  };
}

function doublingOf(times: readonly Times[]): number {
  const [middle, large] = times.slice(-2);
  if (middle === undefined || large === undefined) return 0;
  return (large.warm / middle.warm) ** (1 / Math.log2(large.size / middle.size));
}
