/** Finds the rules that a ctl can reach at run time; only these get a guard. */
import type { Guard, PhaseProgram, Program, Rule, SlotRange } from './program.ts';

export function planExclusions(program: Program): Program {
  const removable = new Set<number>();
  const excludable = new Set<number>();
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const guarded = steps.map((step) => {
      if (step.kind === 'Marker') return step;
      const { slot } = step;
      // A ctl reaches what runs after it: a head's ctl reaches its own links too.
      const before: Guard = { removable: removable.has(slot), excludable: excludable.has(slot) };
      collect(step, removable, excludable);
      const guard: Guard = { ...before, excludable: before.excludable || excludable.has(slot) };
      return { ...step, guard };
    });
    return { phase, steps: guarded };
  });
  return { ...program, phases };
}

function collect(rule: Rule, removable: Set<number>, excludable: Set<number>): void {
  for (const link of rule.links) {
    for (const effect of link.effects) {
      if (effect.kind === 'RemoveRules') addAll(removable, effect.slots);
      if (effect.kind === 'RemoveTarget') addAll(excludable, effect.slots);
    }
  }
}

function addAll(slots: Set<number>, ranges: readonly SlotRange[]): void {
  for (const [from, to] of ranges) {
    for (let slot = from; slot <= to; slot += 1) slots.add(slot);
  }
}
