/** Who changes a rule, takes it away, or can switch it off while a request is inspected. */
import type * as ast from '../../../1-parse/ast.ts';
import { resolveSelection } from '../../../2-resolve/resolve-control.ts';
import type { Rule } from '../../../2-resolve/ruleset.ts';
import { selects } from '../../../2-resolve/selects.ts';
import type { Effect, Program } from '../../../3-specialize/program.ts';
import { rulesOf } from '../../../3-specialize/tx-reads.ts';
import { Diagnostics } from '../../../diagnostics.ts';
import { positionOf, type Span } from '../../../source.ts';
import type { Exclusion } from './explanation.ts';

/** Every ctl of the program, lowered and nothing else, that can reach the rule. */
export function controlsOn(id: number, plain: Program): readonly Exclusion[] {
  const rules = rulesOf(plain);
  const slot = rules.find(({ info }) => info.id === id)?.slot ?? -1;
  return rules.flatMap(({ info, links }) =>
    links.flatMap((link) =>
      link.effects.flatMap((effect) => {
        if (effect.kind !== 'RemoveRules' && effect.kind !== 'RemoveTarget') return [];
        if (!effect.slots.some(([from, to]) => slot >= from && slot <= to)) return [];
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

/** Every SecRuleUpdate and SecRuleRemove that selects the rule. */
export function directivesOn(
  rule: Rule,
  directives: readonly ast.Directive[],
): readonly Exclusion[] {
  const from = directives.findIndex(({ span }) => isAt(span, rule.span));
  return directives.slice(from + 1).flatMap((directive) => {
    const selection = selectionOf(directive);
    if (selection === undefined || !selects(selection, rule)) return [];
    const { span } = directive;
    const [name = ''] = /^\w*/.exec(span.source.text.slice(span.start, span.end)) ?? [];
    const what = directive.kind === 'SecRuleRemove' ? 'takes the rule away' : 'changes the rule';
    return [{ what: `${name} ${what}`, file: span.source.path, line: positionOf(span).line }];
  });
}

function isAt(left: Span, right: Span): boolean {
  return left.source.path === right.source.path && left.start === right.start;
}

function selectionOf(directive: ast.Directive): ReturnType<typeof resolveSelection> {
  switch (directive.kind) {
    case 'SecRuleUpdateTarget':
    case 'SecRuleRemove':
      return resolveSelection(directive.by, directive.values, new Diagnostics());
    case 'SecRuleUpdateAction':
      return resolveSelection('Id', directive.values, new Diagnostics());
    default:
      return undefined;
  }
}
