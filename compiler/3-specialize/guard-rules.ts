/**
 * Lets hosts switch rules off and take targets from them, as the exclusions of a policy do: all rules but those on which
 * folding has relied get the guards that a ctl would make necessary.
 */
import type { PhaseProgram, Program, Step } from './program.ts';

export function guardRules(program: Program): Program {
  const phases = program.phases.map(
    ({ phase, steps }): PhaseProgram => ({ phase, steps: steps.map(guarded) }),
  );
  return { ...program, phases };
}

function guarded(step: Step): Step {
  if (step.kind === 'Marker') return step;
  const { condition } = step;
  const removable = condition.removable || !condition.required;
  const excludable = condition.excludable || !condition.fixedTargets;
  return { ...step, condition: { ...condition, removable, excludable } };
}
