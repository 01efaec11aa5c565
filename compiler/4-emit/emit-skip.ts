/** Emits what a rule does when its precondition says that it cannot match. */
import type { Rule, Test } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { hasPrecondition } from './emit-candidate-rules.ts';
import { emitSelected } from './emit-selected.ts';
import { engine } from './engine-names.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Returns whether the rule takes `isCandidate`: it is called even if it cannot match, because it sets a capture, or because
 * a trace records it.
 */
export function takesCandidate(rule: Rule, { hooks }: RuleContext): boolean {
  return hasPrecondition(rule) && (rule.clause !== undefined || hooks.prefiltered !== undefined);
}

/** Returns the statements with which the rule begins; none if it is called only when it may match. */
export function emitSkip(test: Test, rule: Rule, context: RuleContext): readonly Code[] {
  if (!takesCandidate(rule, context)) return [];
  const { shared, hooks } = context;
  const capture = rule.clause === undefined ? undefined : emitCaptureLast(test, rule, context);
  const trace = hooks.prefiltered?.(rule, emitSeen(test, shared));
  if (trace === undefined) return [ts`if (!isCandidate) return ${capture ?? ts`false`};`];
  return [
    ...(capture === undefined ? [] : [ts`if (!isCandidate) ${capture};`]),
    ts`if (!isCandidate) ${trace}`,
  ];
}

/** Returns a call that sets TX.0 to the last value, as a first link does that matches each of them. */
function emitCaptureLast(test: Test, rule: Rule, context: RuleContext): Code {
  const { transformations } = test;
  const transformed =
    transformations.length === 0 ? ts`` : ts`, ${context.shared.transformed(transformations)}`;
  return ts`${engine('captureLast')}(tx, ${emitSelected(test, rule, context)}${transformed})`;
}

/** Returns a list of the entries with their transformed values (with multiMatch, the last ones). */
function emitSeen({ targets, transformations }: Test, shared: Shared): Code {
  const text =
    transformations.length === 0
      ? ts`entry.text`
      : ts`${shared.transformed(transformations)}(tx, entry.text)`;
  return ts`${shared.targets(targets, true)}(tx).map((entry) => ({ entry, text: ${text} }))`;
}
