/** Finds what changes or removes a rule, or can disable it at run time. */
import type * as ast from '#compiler/1-parse/ast.ts';
import type { Rule, RuleSelection } from '#compiler/2-resolve/ruleset.ts';
import { selects } from '#compiler/2-resolve/selects.ts';
import { updateSelections } from '#compiler/2-resolve/update-selections.ts';
import type { Effect, Program } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { positionOf, type Span } from '#compiler/source.ts';
import type { Exclusion } from './explanation.ts';

/** Returns every ctl of the program that affects the rule. `plain` is the lowered program without passes. */
export function controlsOn(id: number, plain: Program): readonly Exclusion[] {
  const rules = rulesOf(plain);
  const ruleIndex = rules.find(({ info }) => info.id === id)?.ruleIndex ?? -1;
  return rules.flatMap(({ info, links }) =>
    links.flatMap((link) =>
      link.effects.flatMap((effect) => {
        if (effect.kind !== 'RemoveRules' && effect.kind !== 'RemoveTarget') return [];
        if (!effect.rules.some(([from, to]) => ruleIndex >= from && ruleIndex <= to)) return [];
        const what = effect.kind === 'RemoveRules' ? 'the rule' : targetOf(effect);
        const { file, line } = info;
        return [{ what: `rule ${info.id} removes ${what} when it matches`, file, line }];
      }),
    ),
  );
}

type RemovedTarget = Extract<Effect, { kind: 'RemoveTarget' }>;

function targetOf({ variable, selector }: RemovedTarget): string {
  switch (selector.kind) {
    case 'All':
      return variable.name;
    case 'Key':
      return `${variable.name}:${selector.key}`;
    case 'Pattern':
      return `${variable.name}:/${selector.source}/`;
  }
}

/** Returns every SecRuleUpdate and SecRuleRemove that selects the rule. */
export function directivesOn(
  rule: Rule,
  directives: readonly ast.Directive[],
): readonly Exclusion[] {
  const from = directives.findIndex(({ span }) => isAt(span, rule.span));
  return directives.slice(from + 1).flatMap((directive) => {
    if (!selectionsOf(directive).some((selection) => selects(selection, rule))) return [];
    const { span } = directive;
    const [name = ''] = /^\w*/.exec(span.source.text.slice(span.start, span.end)) ?? [];
    const what = directive.kind === 'SecRuleRemove' ? 'removes the rule' : 'changes the rule';
    return [{ what: `${name} ${what}`, file: span.source.path, line: positionOf(span).line }];
  });
}

function isAt(left: Span, right: Span): boolean {
  return left.source.path === right.source.path && left.start === right.start;
}

function selectionsOf(directive: ast.Directive): readonly RuleSelection[] {
  switch (directive.kind) {
    case 'SecRuleUpdateTarget':
    case 'SecRuleRemove':
      return selected(directive.by, directive.values);
    case 'SecRuleUpdateAction':
      return selected('Id', directive.values);
    default:
      return [];
  }
}

function selected(by: ast.RuleSelection, values: readonly ast.Text[]): readonly RuleSelection[] {
  return updateSelections(by, values, new Diagnostics()).map(({ rules }) => rules);
}
