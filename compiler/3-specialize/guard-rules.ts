/**
 * Allows hosts to disable rules and to exclude targets, as the exclusions of a policy do. Rules that folding does not
 * rely on get the same run-time conditions as a ctl would require.
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
