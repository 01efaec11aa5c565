/** Emits a phase: its rule functions, and the function that calls them in order. */
import type { PhaseProgram, Rule } from '../3-specialize/program.ts';
import { type Code, comment, identifier, joined, lines, ts } from './code.ts';
import { emitPreconditions, type PhasePreconditions } from './emit-candidate-rules.ts';
import { emitRegisterPrecondition, emitRule } from './emit-rule.ts';
import { takesCandidate } from './emit-skip.ts';
import { engine, engineType } from './engine-names.ts';
import { type Nested, nestSkips } from './nest-skips.ts';
import { phaseFunction } from './own-names.ts';
import type { RuleContext } from './rule-context.ts';

export function emitPhase(phase: PhaseProgram, context: RuleContext): readonly Code[] {
  const rules = phase.steps.filter((step) => step.kind === 'Rule');
  const preconditions = emitPreconditions(phase, context.shared);
  const caller: Caller = { preconditions, context, labels: createLabels() };
  const steps = nestSkips(phase.steps);
  const calls = steps.map((step) => emitStep(step, caller));
  const binding = rules.some(addsArguments) ? ts`let` : ts`const`;
  const search =
    preconditions.table === undefined
      ? []
      : [ts`${binding} candidates = ${engine('candidateRules')}(tx, preconditions);`];
  // The candidate rules are computed after the first rules, which may refuse the request, for example for an invalid
  // body.
  const first = steps.findIndex((step) => needsCandidates(step, preconditions));
  const body = [...calls.slice(0, first).flat(), ...search, ...calls.slice(first).flat()];
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
  return [...table, main, ...rules.map((rule) => emitRule(rule, context))];
}

/** Whether the candidate rules must be known before the step. */
function needsCandidates(step: Nested, { isCandidate }: PhasePreconditions): boolean {
  return step.kind === 'Block' || isCandidate(step) !== undefined || addsArguments(step);
}

/** Context for emitting the calls of a phase. */
type Caller = {
  readonly preconditions: PhasePreconditions;
  readonly context: RuleContext;
  readonly labels: Labels;
};

function emitStep(step: Nested, caller: Caller): readonly Code[] {
  if (step.kind === 'Rule') return [emitCall(step, caller)];
  const { labels } = caller;
  const label = labels.open(step.label);
  const inside = step.steps.flatMap((each) => emitStep(each, caller));
  labels.close(step.label);
  return [ts`${label}: {`, lines(inside), ts`}`];
}

function emitCall(rule: Rule, { preconditions, context, labels }: Caller): Code {
  const own = identifier('rule', rule.info.id);
  const candidate = preconditions.isCandidate(rule);
  const isTraced = candidate !== undefined && takesCandidate(rule, context);
  const call = isTraced ? ts`${own}(tx, ${candidate})` : ts`${own}(tx)`;
  const [head] = rule.links;
  const precondition = head && emitRegisterPrecondition(head, rule, context);
  const conditions = [isTraced ? undefined : candidate, precondition].filter(
    (each) => each !== undefined,
  );
  const stops = rule.disruptive !== undefined && rule.disruptive.kind !== 'pass';
  const stop = stops ? [ts`if (tx.stopped) return;`] : [];
  const reopen = preconditions.table !== undefined && addsArguments(rule) ? [reopening] : [];
  if (rule.skipTo === undefined) {
    const guarded =
      conditions.length === 0 ? ts`${call};` : ts`if (${joined(conditions, ' && ')}) ${call};`;
    return joined([guarded, ...stop, ...reopen], ' ');
  }
  const matched = joined([...conditions, call], ' && ');
  const skip = ts`break ${labels.current(rule.skipTo)};`;
  const inside = [...stop, ...reopen, skip];
  const then = inside.length === 1 ? skip : ts`{ ${joined(inside, ' ')} }`;
  return joined([ts`if (${matched}) ${then}`, ...reopen], ' ');
}

const reopening = ts`candidates = ${engine('candidateRules')}(tx, preconditions);`;

/** Whether a match of the rule, or of its first link only, changes the targets of later rules of the phase. */
function addsArguments({ links }: Rule): boolean {
  return links.some(({ test }) => test?.operator.into === 'ARGS_PATH');
}

type Labels = {
  readonly open: (marker: string) => Code;
  readonly close: (marker: string) => void;
  readonly current: (marker: string) => Code;
};

/** Creates labels of blocks. They are numbered, because a marker may occur several times in a phase. */
function createLabels(): Labels {
  const stack: { readonly marker: string; readonly label: Code }[] = [];
  let count = 0;
  return {
    open: (marker) => {
      count += 1;
      const label = identifier(
        `${marker.replace(/[^A-Za-z0-9]+/g, '_').replace(/^(?=\d)/, '_')}_`,
        count,
      );
      stack.push({ marker, label });
      return label;
    },
    close: () => {
      stack.pop();
    },
    current: (marker) => {
      const found = stack.findLast((open) => open.marker === marker);
      if (found === undefined) throw new Error(`Compiler bug: no block ends at ${marker}`);
      return found.label;
    },
  };
}
