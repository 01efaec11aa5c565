/** Emits a phase: its rule functions, and the function that calls them in order. */
import type { PhaseProgram } from '../3-specialize/program.ts';
import { type Code, comment, identifier, joined, lines, ts } from './code.ts';
import { addsArguments, type Caller, emitStep, emitSteps } from './emit-calls.ts';
import { emitPreconditions, type PhasePreconditions } from './emit-candidate-rules.ts';
import { emitRule } from './emit-rule.ts';
import { engine, engineType } from './engine-names.ts';
import { createLabels } from './labels.ts';
import { type Nested, nestSkips } from './nest-skips.ts';
import { phaseFunction } from './own-names.ts';
import type { RuleContext } from './rule-context.ts';

export function emitPhase(phase: PhaseProgram, context: RuleContext): readonly Code[] {
  const rules = phase.steps.filter((step) => step.kind === 'Rule');
  const preconditions = emitPreconditions(phase, context.shared);
  const caller: Caller = { preconditions, context, labels: createLabels(), runs: [] };
  const steps = nestSkips(phase.steps);
  const binding = rules.some(addsArguments) ? ts`let` : ts`const`;
  const search =
    preconditions.table === undefined
      ? []
      : [ts`${binding} candidates = ${engine('candidateRules')}(tx, preconditions);`];
  // The candidate rules are computed after the first rules, which may refuse the request, for example for an invalid
  // body.
  const first = steps.findIndex((step) => needsCandidates(step, preconditions));
  const body = [
    ...steps.slice(0, first).flatMap((step) => emitStep(step, caller)),
    ...search,
    ...emitSteps(steps.slice(first), caller),
  ];
  const main = joined(
    [
      comment(`Phase ${phase.phase}: rules ${rules.length}`),
      ts`export function ${phaseFunction(phase.phase)}(${identifier(steps.length === 0 ? '_tx' : 'tx')}: ${engineType('Tx')}): void {`,
      lines(body),
      ts`}`,
    ],
    '\n',
  );
  const table = preconditions.table === undefined ? [] : [preconditions.table];
  return [...table, ...caller.runs, main, ...rules.map((rule) => emitRule(rule, context))];
}

/** Returns whether the candidate rules must be known before the step. */
function needsCandidates(step: Nested, { isCandidate }: PhasePreconditions): boolean {
  return step.kind === 'Block' || isCandidate(step) !== undefined || addsArguments(step);
}
