/** Reports a `ctl` that runs after what it would change, or that selects no rule. */
import type { RuleRange } from '#engine/transaction/rule-index-set.ts';
import type { Rule } from '../2-resolve/ruleset.ts';
import type { Effect } from '../3-specialize/program.ts';
import { rulesOf } from '../3-specialize/tx-reads.ts';
import type { Problem } from '../diagnostics.ts';
import { variables } from '../language/variables/index.ts';
import { textOf } from '../source.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintControls({ ruleSet, plain, diagnostics }: LintContext): void {
  const rules = rulesOfSet(ruleSet);
  for (const lowered of rulesOf(plain)) {
    const rule = rules[lowered.ruleIndex];
    if (rule === undefined) continue;
    for (const effect of lowered.links.flatMap(({ effects }) => effects)) {
      const found = problemOf(effect, rule, lowered.ruleIndex, rules);
      if (found !== undefined) diagnostics.report(found, effect.span);
    }
  }
}

type RemoveTarget = Extract<Effect, { kind: 'RemoveTarget' }>;

/** The first phase in which the option no longer has an effect. */
const LAST_PHASE: ReadonlyMap<string, number> = new Map([
  ['RequestBodyProcessor', 2],
  ['RequestBodyAccess', 2],
  ['RequestBodyLimit', 2],
  ['ForceRequestBodyVariable', 2],
  ['ResponseBodyProcessor', 4],
  ['ResponseBodyAccess', 4],
  ['ResponseBodyLimit', 4],
  ['ForceResponseBodyVariable', 4],
]);

function problemOf(
  effect: Effect,
  rule: Rule,
  ruleIndex: number,
  rules: readonly Rule[],
): Problem | undefined {
  if (effect.kind === 'Control') {
    const limit = LAST_PHASE.get(effect.control.kind);
    if (limit === undefined || rule.phase < limit) return undefined;
    return problem.lateControl(`In phase ${rule.phase} this ctl`);
  }
  if (effect.kind !== 'RemoveRules' && effect.kind !== 'RemoveTarget') return undefined;
  if (effect.rules.length === 0) {
    const [, selected = ''] = /=([^;"']*)/.exec(textOf(effect.span)) ?? [];
    return problem.controlWithoutRule(selected.trim());
  }
  const selected = ruleIndexesOf(effect.rules);
  const stray = effect.kind === 'RemoveTarget' ? strayTarget(effect, selected, rules) : undefined;
  if (stray !== undefined) return stray;
  if (selected.some((other) => runsLater(other, ruleIndex, rules))) return undefined;
  return problem.lateControl('Every rule that this ctl selects runs before it, so the ctl');
}

function ruleIndexesOf(ranges: readonly RuleRange[]): readonly number[] {
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
}

/** Returns whether any link of the rule inspects the variable, because an exclusion at run time affects all links. */
function inspects(rule: Rule | undefined, { variable }: RemoveTarget): boolean {
  const targets = (rule?.links ?? []).flatMap(({ test }) => test?.targets ?? []);
  return targets.some((target) => target.variable.name === variable.name);
}

function strayTarget(
  effect: RemoveTarget,
  selected: readonly number[],
  rules: readonly Rule[],
): Problem | undefined {
  const { name, record } = effect.variable;
  if (!selected.some((at) => inspects(rules[at], effect))) return problem.strayControl(name);
  const key = impossibleKey(effect);
  if (key === undefined) return undefined;
  const hint = record.kind === 'scalar' ? `Write ${name} alone.` : 'Write one ctl for each target.';
  return problem.strayControl(`${name}:${key}`, hint);
}

/** Returns a key that no entry has: scalars have no keys, and in `ARGS:a|ARGS:b` the key is `a|ARGS:b`. */
function impossibleKey({ variable, selector }: RemoveTarget): string | undefined {
  if (selector.kind === 'All') return undefined;
  if (variable.record.kind === 'scalar') {
    return selector.kind === 'Key' ? selector.key : `/${selector.source}/`;
  }
  if (selector.kind !== 'Key') return undefined;
  const [, name = ''] = /\|[!&]?(\w+)(?::|$)/.exec(selector.key) ?? [];
  return variables.has(name.toUpperCase()) ? selector.key : undefined;
}

/** Returns whether the other rule runs later. A rule may remove itself, which affects the later links of its chain. */
function runsLater(other: number, ruleIndex: number, rules: readonly Rule[]): boolean {
  const [otherPhase, phase] = [rules[other]?.phase ?? 0, rules[ruleIndex]?.phase ?? 0];
  return otherPhase > phase || (otherPhase === phase && other >= ruleIndex);
}
