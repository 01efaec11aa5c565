/** Finds the rules that a ctl can affect at run time; only these get a run-time condition. */
import { inRanges, type RuleRange } from '#engine/transaction/rule-index-set.ts';
import type { PhaseProgram, Program, Rule, RuleCondition } from './program.ts';

export function planExclusions(program: Program): Program {
  const reach: Reach = { removals: [], excludable: new Set() };
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const guarded = steps.map((step) => {
      if (step.kind === 'Marker') return step;
      const removedBy = removersOf(step.ruleIndex, reach);
      collect(step, reach);
      // A head may exclude targets of its own rule, which affects the links after it.
      const excludable = reach.excludable.has(step.ruleIndex);
      const condition: RuleCondition = {
        ...step.condition,
        removable: removedBy.length > 0,
        excludable,
        removedBy,
      };
      return { ...step, condition };
    });
    return { phase, steps: guarded };
  });
  return { ...program, phases, removals: reach.removals };
}

/** What the rules so far can do to later rules. */
type Reach = {
  readonly removals: (readonly RuleRange[])[];
  readonly excludable: Set<number>;
};

function removersOf(ruleIndex: number, { removals }: Reach): readonly number[] {
  return removals.flatMap((ranges, index) => (inRanges(ranges, ruleIndex) ? [index] : []));
}

function collect(rule: Rule, reach: Reach): void {
  for (const effect of rule.links.flatMap((link) => link.effects)) {
    if (effect.kind === 'RemoveRules') reach.removals.push(effect.rules);
    if (effect.kind !== 'RemoveTarget') continue;
    for (const [from, to] of effect.rules) {
      for (let ruleIndex = from; ruleIndex <= to; ruleIndex += 1) reach.excludable.add(ruleIndex);
    }
  }
}
