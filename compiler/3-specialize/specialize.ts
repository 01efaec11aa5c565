/** The stage: RuleSet -> Program for one profile. */
import type { Manifest } from '../../runtime/engine/host/compiled-waf.ts';
import type { RuleSet } from '../2-resolve/ruleset.ts';
import { assignTxSlots } from './assign-tx-registers.ts';
import { derivePrefilters } from './derive-prefilters.ts';
import { dropDeadRules } from './drop-dead-rules.ts';
import { foldConstants } from './fold-constants.ts';
import { lower } from './lower.ts';
import { matchLinearly } from './match-linearly.ts';
import { planExclusions } from './plan-exclusions.ts';
import type { Pass, Program } from './program.ts';
import { readsBodyLate } from './reads-body-late.ts';
import { shareResults } from './share-results.ts';

/** What decides which rules there are; the rest only makes them faster. */
export const foldingPasses: readonly Pass[] = [
  planExclusions, // first: the next one must know which rules may be switched off
  foldConstants, // decides paranoia gates and settings
];

export const passes: readonly Pass[] = [
  ...foldingPasses,
  dropDeadRules, // needs the folded macros: settings nobody reads any more go
  planExclusions, // again: fewer rules are left to guard
  derivePrefilters, // asks only for rules that remain and that no ctl can change
  assignTxSlots, // only the variables that are still named
  matchLinearly, // any time: changes no rule
  shareResults, // last: sees what really remains
];

/** What they decide beforehand no rule looks at: a trace would not show it (debug log level 9). */
const deciding: ReadonlySet<Pass> = new Set([
  foldConstants,
  dropDeadRules,
  derivePrefilters,
  assignTxSlots,
]);

/** `optional` is the list of passes to run; an empty list gives the plain program. */
export function specialize(
  ruleSet: RuleSet,
  manifest: Manifest,
  optional: readonly Pass[] = passes,
): Program {
  const plain = lower(ruleSet, manifest);
  const chosen = plain.traced ? optional.filter((pass) => !deciding.has(pass)) : optional;
  const program = chosen.reduce((before, pass) => pass(before), plain);
  const active = countRules(program);
  const rules = { read: ruleSet.rulesRead, active, folded: program.folded.length };
  const traced = plain.traced ? ({ traced: true } as const) : {};
  const late = readsBodyLate(program) ? ({ readsBodyLate: true } as const) : {};
  return { ...program, manifest: { ...manifest, rules, ...late, ...traced } };
}

function countRules(program: Program): number {
  return program.phases.flatMap((phase) => phase.steps).filter((step) => step.kind === 'Rule')
    .length;
}
