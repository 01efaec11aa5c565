/** Specialises a RuleSet to the Program of one profile. */
import type { Manifest } from '../../runtime/engine/host/compiled-waf.ts';
import type { RuleSet } from '../2-resolve/ruleset.ts';
import { assignTxRegisters } from './assign-tx-registers.ts';
import { derivePrefilters } from './derive-prefilters.ts';
import { dropDeadRules } from './drop-dead-rules.ts';
import { foldConstants } from './fold-constants.ts';
import { guardRules } from './guard-rules.ts';
import { lower } from './lower.ts';
import { matchLinearly } from './match-linearly.ts';
import { planExclusions } from './plan-exclusions.ts';
import type { Pass, Program } from './program.ts';
import { readsBodyLate } from './reads-body-late.ts';
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
    because: 'paranoia gates and settings decide which rules are left for all the others',
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
    because: 'once macros are folded, nobody reads the settings any more',
  },
];

export const passes: readonly Pass[] = [
  ...pruningPasses,
  {
    name: 'replan-exclusions',
    run: planExclusions,
    needs: ['fold-constants'],
    keepsTrace: true,
    because: 'of the rules that could switch others off, fewer are left',
  },
  {
    name: 'guard-rules',
    run: guardRules,
    needs: ['fold-constants', 'drop-dead-rules'],
    keepsTrace: true,
    because: 'only rules that remain need guards, and folding has shown which it relies on',
  },
  {
    name: 'derive-prefilters',
    run: derivePrefilters,
    needs: ['fold-constants', 'drop-dead-rules'],
    keepsTrace: false,
    because: 'the prefilter asks only for rules that remain, and only once their macros are text',
  },
  {
    name: 'assign-tx-registers',
    run: assignTxRegisters,
    needs: ['fold-constants', 'drop-dead-rules'],
    keepsTrace: false,
    because: 'only the variables that are still named get a register',
  },
  {
    name: 'match-linearly',
    run: matchLinearly,
    needs: [],
    keepsTrace: true,
    because: 'it changes no rule and may stand anywhere',
  },
  {
    name: 'share-results',
    run: shareResults,
    needs: [],
    keepsTrace: true,
    because: 'it changes no rule and may stand anywhere',
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
  return { ...program, manifest: { ...manifest, rules, ...late, ...traced } };
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
