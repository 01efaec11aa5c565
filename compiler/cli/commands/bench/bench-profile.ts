/** Measures a program with request mixes, and returns the report of `portcullis bench`. */
import type { Program } from '#compiler/3-specialize/program.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import { progress } from '../../output/progress.ts';
import { bundleWaf } from '../../project/bundle.ts';
import { importWaf } from '../../project/load-waf.ts';
import type { Mix } from './bench-request.ts';
import { benchWaf } from './bench-waf.ts';
import { readConditions } from './conditions.ts';
import { countWork } from './count-work.ts';
import { measureShares } from './measure-shares.ts';
import { partsOfModule } from './parts-of-module.ts';
import { type BenchReport, type MixReport, SCHEMA_VERSION } from './report.ts';

export type BenchChoices = {
  readonly passes: 'on' | 'off';
  readonly rounds: number | undefined;
  readonly seed: number;
};

/** V8 needs thousands of transactions to optimise the engine; this time must not count for the first mix. */
const WARM_UP_MS = 4000;
/** The first half is warm-up. */
const MIX_MS = 4000;
const SHARES_MS = 1000;

/** Shares are sampled after the time is measured, and calls are counted at the end, because both cost time. */
export async function benchProfile(
  program: Program,
  mixes: readonly Mix[],
  { passes, rounds, seed }: BenchChoices,
): Promise<BenchReport> {
  const conditions = readConditions();
  const text = await bundleWaf(printProgram(program));
  const module = await importWaf(text);
  const partOf = partsOfModule(text);
  const all = mixes.flatMap(({ requests }) => requests);
  progress.show('warming up');
  benchWaf(module.waf, all, { milliseconds: WARM_UP_MS, seed });
  const timed: Omit<MixReport, 'work'>[] = [];
  for (const [index, { name, requests }] of mixes.entries()) {
    progress.show(`measuring ${name}, mix`, index + 1, mixes.length);
    const result = benchWaf(module.waf, requests, { milliseconds: MIX_MS, rounds, seed });
    const choices = { milliseconds: SHARES_MS, seed };
    const shares = await measureShares(module, partOf, requests, choices);
    timed.push({ mix: name, ...result, shares });
  }
  const counts = mixes.map(({ requests }) => countWork({ ...module, text }, requests));
  const { profile, ruleSet } = program.manifest;
  const schemaVersion = SCHEMA_VERSION;
  const reports = timed.map((report, index) => ({ ...report, work: counts[index] ?? {} }));
  return { schemaVersion, conditions, profile, ruleSet, passes, seed, mixes: reports };
}
