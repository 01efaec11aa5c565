/** Emits how a phase calls its rules, in order: one call for each, or a loop for many in a row. */
import type { Rule } from '../3-specialize/program.ts';
import { type Code, identifier, joined, lines, ts } from './code.ts';
import type { PhasePreconditions } from './emit-candidate-rules.ts';
import { emitRegisterPrecondition } from './emit-rule.ts';
import { takesCandidate } from './emit-skip.ts';
import { engine } from './engine-names.ts';
import type { Labels } from './labels.ts';
import type { Nested } from './nest-skips.ts';
import type { RuleContext } from './rule-context.ts';

/** Context for emitting the calls of a phase. */
export type Caller = {
  readonly preconditions: PhasePreconditions;
  readonly context: RuleContext;
  readonly labels: Labels;
  /** Declarations of the lists of rules that loops call. */
  readonly runs: Code[];
};

/**
 * Rules in a row from which on a loop calls them. V8 would compile a long list of calls anew whenever one of the rules
 * is called for the first time.
 */
const LONG_RUN = 8;

/** Emits steps that come after the search for candidate rules. */
export function emitSteps(steps: readonly Nested[], caller: Caller): readonly Code[] {
  const code: Code[] = [];
  let run: Rule[] = [];
  const endRun = (): void => {
    code.push(...emitRun(run, caller));
    run = [];
  };
  for (const step of steps) {
    if (step.kind === 'Rule' && isCalledByLoop(step, caller)) {
      run.push(step);
      continue;
    }
    endRun();
    code.push(...emitStep(step, caller));
  }
  endRun();
  return code;
}

/** Returns whether the call of the rule depends on its precondition alone, and has no other effect on the phase. */
function isCalledByLoop(rule: Rule, { preconditions, context }: Caller): boolean {
  return (
    preconditions.table !== undefined &&
    rule.skipTo === undefined &&
    !stopsPhase(rule) &&
    !addsArguments(rule) &&
    !takesCandidate(rule, context) &&
    registerPrecondition(rule, context) === undefined
  );
}

function emitRun(run: readonly Rule[], caller: Caller): readonly Code[] {
  const [first] = run;
  if (first === undefined || run.length < LONG_RUN)
    return run.map((rule) => emitCall(rule, caller));
  const index = caller.preconditions.indexOf(first);
  const own = identifier('rulesFrom', index);
  const names = run.map(({ info }) => ts`${identifier('rule', info.id)},`);
  caller.runs.push(ts`const ${own} = [\n${lines(names)}\n];`);
  return [ts`${engine('callCandidates')}(tx, candidates, ${index}, ${own});`];
}

/** Emits the call of one rule, or a block with its steps. */
export function emitStep(step: Nested, caller: Caller): readonly Code[] {
  if (step.kind === 'Rule') return [emitCall(step, caller)];
  const { labels } = caller;
  const label = labels.open(step.label);
  const inside = emitSteps(step.steps, caller);
  labels.close();
  return [ts`${label}: {`, lines(inside), ts`}`];
}

function emitCall(rule: Rule, { preconditions, context, labels }: Caller): Code {
  const own = identifier('rule', rule.info.id);
  const candidate = preconditions.isCandidate(rule);
  const isTraced = candidate !== undefined && takesCandidate(rule, context);
  const call = isTraced ? ts`${own}(tx, ${candidate})` : ts`${own}(tx)`;
  const conditions = [isTraced ? undefined : candidate, registerPrecondition(rule, context)].filter(
    (each) => each !== undefined,
  );
  const stop = stopsPhase(rule) ? [ts`if (tx.stopped) return;`] : [];
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

function registerPrecondition(rule: Rule, context: RuleContext): Code | undefined {
  const [head] = rule.links;
  return head && emitRegisterPrecondition(head, rule, context);
}

function stopsPhase({ disruptive }: Rule): boolean {
  return disruptive !== undefined && disruptive.kind !== 'pass';
}

/** Returns whether a match of the rule, or of its first link only, changes the targets of later rules of the phase. */
export function addsArguments({ links }: Rule): boolean {
  return links.some(({ test }) => test?.operator.into === 'ARGS_PATH');
}
