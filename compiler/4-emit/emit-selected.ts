/** Emits the calls that select the entries of a test. */
import type { Target } from '../2-resolve/ruleset.ts';
import type { Link, Rule, Test } from '../3-specialize/program.ts';
import { type Code, joined, lines, ts } from './code.ts';
import type { RuleContext } from './rule-context.ts';

export function emitSelected({ targets }: Test, rule: Rule, context: RuleContext): Code {
  return emitCall(emitFunction(targets, context), rule);
}

/**
 * Returns `perEntry` in a loop over the entries. A target that a match of an earlier one may change is selected after
 * the values of those before it are tested.
 */
export function emitEntryLoop(
  link: Link,
  test: Test,
  perEntry: readonly Code[],
  rule: Rule,
  context: RuleContext,
): readonly Code[] {
  const groups = targetGroups(link, test);
  if (groups.length < 2) {
    return [
      ts`for (const entry of ${emitSelected(test, rule, context)}) {`,
      lines(perEntry),
      ts`}`,
    ];
  }
  const functions = groups.map((targets) => emitFunction(targets, context));
  return [
    ts`for (const select of [${joined(functions, ', ')}]) {`,
    lines([ts`for (const entry of ${emitCall(ts`select`, rule)}) {`, lines(perEntry), ts`}`]),
    ts`}`,
  ];
}

/** Splits the targets before each one that the effects of a match may change. */
function targetGroups({ effects }: Link, test: Test): readonly (readonly Target[])[] {
  const hasEffects = effects.length > 0 || test.capture || test.operator.into === 'ARGS_PATH';
  const groups: Target[][] = [];
  for (const target of test.targets) {
    const { name, record } = target.variable;
    const mayChange = record.life === 'changing' && (hasEffects || name.startsWith('MATCHED_'));
    const group = groups.at(-1);
    if (group === undefined || mayChange) groups.push([target]);
    else group.push(target);
  }
  return groups;
}

function emitFunction(targets: readonly Target[], { shared, sharing }: RuleContext): Code {
  const fixed = targets.every((target) => target.variable.record.life === 'fixed');
  return shared.targets(targets, fixed && sharing === 'PerTransaction');
}

function emitCall(targets: Code, rule: Rule): Code {
  return rule.condition.excludable
    ? ts`${targets}(tx, tx.exclusions(${rule.ruleIndex}))`
    : ts`${targets}(tx)`;
}
