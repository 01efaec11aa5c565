/** Finds the rules that a ctl can reach at run time; only these get a guard. */
import type { Guard, PhaseProgram, Program, Rule, SlotRange } from './program.ts';

export function planExclusions(program: Program): Program {
  const reach: Reach = { removals: [], excludable: new Set() };
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const guarded = steps.map((step) => {
      if (step.kind === 'Marker') return step;
      const removedBy = removersOf(step.slot, reach);
      collect(step, reach);
      // A head that excludes targets of its own rule reaches the links behind it.
      const excludable = reach.excludable.has(step.slot);
      const guard: Guard = { removable: removedBy.length > 0, excludable, removedBy };
      return { ...step, guard };
    });
    return { phase, steps: guarded };
  });
  return { ...program, phases, removals: reach.removals };
}

/** What the rules so far can do to the rules behind them. */
type Reach = {
  readonly removals: (readonly SlotRange[])[];
  readonly excludable: Set<number>;
};

export function holds(ranges: readonly SlotRange[], slot: number): boolean {
  return ranges.some(([from, to]) => slot >= from && slot <= to);
}

function removersOf(slot: number, { removals }: Reach): readonly number[] {
  return removals.flatMap((ranges, index) => (holds(ranges, slot) ? [index] : []));
}

function collect(rule: Rule, reach: Reach): void {
  for (const effect of rule.links.flatMap((link) => link.effects)) {
    if (effect.kind === 'RemoveRules') reach.removals.push(effect.slots);
    if (effect.kind !== 'RemoveTarget') continue;
    for (const [from, to] of effect.slots) {
      for (let slot = from; slot <= to; slot += 1) reach.excludable.add(slot);
    }
  }
}
