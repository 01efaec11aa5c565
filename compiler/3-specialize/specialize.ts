/** Specialises a RuleSet to the Program of one profile. */
import type { Manifest } from '#engine/host/compiled-waf.ts';
import type { RuleSet } from '../2-resolve/ruleset.ts';
import { assignTxRegisters } from './assign-tx-registers.ts';
import { readsBodyLate, readsFiles } from './body-reads.ts';
import { derivePrefilters } from './derive-prefilters.ts';
import { dropDeadRules } from './drop-dead-rules.ts';
import { foldConstants } from './fold-constants.ts';
import { guardRules } from './guard-rules.ts';
import { lower } from './lower.ts';
import { matchLinearly } from './match-linearly.ts';
import { planExclusions } from './plan-exclusions.ts';
import type { Pass, Program } from './program.ts';
import { shareResults } from './share-results.ts';

/** Passes that decide which rules can match; all other passes only make the program faster. */
export const foldingPasses: readonly Pass[] = [
  {
    name: 'plan-exclusions',
    run: planExclusions,
    needs: [],
    keepsTrace: true,
    because: 'fold-constants must know which rules a ctl may switch off',
  },
  {
    name: 'fold-constants',
    run: foldConstants,
    needs: ['plan-exclusions'],
    keepsTrace: false,
    because: 'paranoia level checks and settings decide which rules remain for the other passes',
  },
];

/** Passes that decide which rules are left. */
export const pruningPasses: readonly Pass[] = [
  ...foldingPasses,
  {
    name: 'drop-dead-rules',
    run: dropDeadRules,
    needs: ['fold-constants'],
    keepsTrace: false,
    because: 'folded macros no longer read the settings, so the rules that set them are dead',
  },
];

export const passes: readonly Pass[] = [
  ...pruningPasses,
  {
    name: 'replan-exclusions',
    run: planExclusions,
    needs: ['fold-constants'],
    keepsTrace: true,
    because: 'fewer rules remain that could switch others off',
  },
  {
    name: 'guard-rules',
    run: guardRules,
    needs: ['fold-constants', 'drop-dead-rules'],
    keepsTrace: true,
    because: 'only remaining rules need guards, and folding determines which rules it relies on',
  },
  {
    name: 'derive-prefilters',
    run: derivePrefilters,
    needs: ['fold-constants', 'drop-dead-rules'],
    keepsTrace: false,
    because: 'only remaining rules need a prefilter clause, and clauses need folded macros',
  },
  {
    name: 'assign-tx-registers',
    run: assignTxRegisters,
    needs: ['fold-constants', 'drop-dead-rules'],
    keepsTrace: false,
    because: 'only variables that remaining rules name get a register',
  },
  {
    name: 'match-linearly',
    run: matchLinearly,
    needs: [],
    keepsTrace: true,
    because: 'it changes no rule and can run at any position',
  },
  {
    name: 'share-results',
    run: shareResults,
    needs: [],
    keepsTrace: true,
    because: 'it changes no rule and can run at any position',
  },
];

/** Returns the Program. `optional` is the list of passes to run; with an empty list the program is only lowered. */
export function specialize(
  ruleSet: RuleSet,
  manifest: Manifest,
  optional: readonly Pass[] = passes,
): Program {
  const plain = lower(ruleSet, manifest);
  const program = passesFor(plain, optional).reduce((before, { run }) => run(before), plain);
  const active = countRules(program);
  const rules = { read: ruleSet.rulesRead, active, folded: program.folded.length };
  const traced = plain.traced ? ({ traced: true } as const) : {};
  const late = readsBodyLate(program) ? ({ readsBodyLate: true } as const) : {};
  const files = readsFiles(program) ? ({ readsFiles: true } as const) : {};
  return { ...program, manifest: { ...manifest, rules, ...late, ...files, ...traced } };
}

/** Returns the passes of `optional` that run on the program, in order. All run, unless the program is traced. */
export function passesFor(
  { traced }: Program,
  optional: readonly Pass[] = passes,
): readonly Pass[] {
  return traced ? optional.filter(({ keepsTrace }) => keepsTrace) : optional;
}

function countRules(program: Program): number {
  return program.phases.flatMap((phase) => phase.steps).filter((step) => step.kind === 'Rule')
    .length;
}
