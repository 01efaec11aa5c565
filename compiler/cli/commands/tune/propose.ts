/** Proposes the narrowest exclusion for each group of hits, or says why there is none. */
import { exclude } from '#compiler/2-resolve/resolve-targets.ts';
import type { Rule, RuleSet, Target } from '#compiler/2-resolve/ruleset.ts';
import { type Group, requestCount, type Scope } from './group-hits.ts';
import { quoteFolder, quoteKey, quoteKeyShape, quotePath, quotePathShape } from './quote.ts';
import { keyShape } from './shape.ts';

export type Proposal = {
  readonly group: Group;
  /** The attack class of the rule, from its tag; undefined when it has none. */
  readonly attackClass: string | undefined;
  readonly decision: Decision;
};

export type Decision =
  /** At run time, on some paths. `operator` tests REQUEST_FILENAME. */
  | { readonly kind: 'OnPath'; readonly operator: string; readonly what: Exclusion }
  /** On all paths. */
  | { readonly kind: 'Everywhere'; readonly what: Exclusion }
  | { readonly kind: 'Withheld'; readonly reason: string };

export type Exclusion =
  /** `ARGS:name`, quoted for SecLang. */
  | { readonly kind: 'Target'; readonly target: string }
  /** The target, for all rules with the tag. */
  | { readonly kind: 'TargetOfTag'; readonly tag: string; readonly target: string }
  | { readonly kind: 'Rule' };

export type ProposeOptions = {
  /** Groups with fewer requests are only listed. */
  readonly minCount: number;
  readonly allowRuleRemoval: boolean;
};

export function propose(
  groups: readonly Group[],
  { entries }: RuleSet,
  options: ProposeOptions,
): readonly Proposal[] {
  const rules = new Map(
    entries.flatMap((entry) => (entry.kind === 'Rule' ? [[entry.id, entry] as const] : [])),
  );
  return groups.map((group): Proposal => {
    const rule = rules.get(group.ruleId);
    const attackClass = rule === undefined ? undefined : attackClassOf(rule);
    return { group, attackClass, decision: decide(group, rule, options) };
  });
}

/** Returns the tag that the OWASP CRS and our rules use for the class of attacks. */
export function attackClassOf({ metadata }: Rule): string | undefined {
  return metadata.tags.find((tag) => /^attack-/.test(tag));
}

function decide(group: Group, rule: Rule | undefined, options: ProposeOptions): Decision {
  if (rule === undefined) return withheld('the profile has no rule of this id');
  if (requestCount(group) < options.minCount) {
    return withheld(`fewer than ${options.minCount} requests`);
  }
  const what = whatToExclude(group, rule, options.allowRuleRemoval);
  if (typeof what === 'string') return withheld(what);
  const operator = quoteScope(group.scope);
  if (operator === 'all') return { kind: 'Everywhere', what };
  return operator === undefined
    ? withheld('its path is too long to be written safely')
    : { kind: 'OnPath', operator, what };
}

function withheld(reason: string): Decision {
  return { kind: 'Withheld', reason };
}

/** Returns a text when there is a reason to exclude nothing. */
function whatToExclude(group: Group, rule: Rule, allowRuleRemoval: boolean): Exclusion | string {
  const target = targetOf(group, rule);
  if (target.kind === 'Target') return target;
  if (allowRuleRemoval) return { kind: 'Rule' };
  return `${target.reason}; --allow-rule-removal would switch the rule off instead`;
}

type TargetResult =
  | { readonly kind: 'Target'; readonly target: string }
  | { readonly kind: 'None'; readonly reason: string };

function targetOf({ variable, keys }: Group, rule: Rule): TargetResult {
  const targets = rule.links[0].test?.targets ?? [];
  const values = targets.filter(({ mode }) => mode === 'values');
  const tested = values.find((target) => target.variable.name === variable)?.variable;
  if (variable === undefined) return none('the log does not record what matched');
  if (tested === undefined) return none(`the rule counts ${variable} but tests none of its values`);
  if (tested.record.stored)
    return none(`${variable} is set by rules and is not part of the request`);
  // XML:/* tests all content together; there are no names to choose from.
  if (tested.record.kind === 'scalar' || variable === 'XML') {
    return leavesNothing(targets, variable, undefined)
      ? none(`the rule tests only ${variable}`)
      : { kind: 'Target', target: variable };
  }
  const [key = '', ...others] = keys;
  if (leavesNothing(targets, variable, key)) return none(`the rule tests only ${variable}:${key}`);
  const quoted = others.length === 0 ? quoteKey(key) : quoteKeyShape(keyShape(key));
  return quoted === undefined
    ? none('its name is too long to be written safely')
    : { kind: 'Target', target: `${variable}:${quoted}` };
}

function none(reason: string): TargetResult {
  return { kind: 'None', reason };
}

/** Returns true when the rule would test nothing without this target, so that excluding it would remove the rule. */
function leavesNothing(targets: readonly Target[], name: string, key: string | undefined): boolean {
  const variable = targets.find((target) => target.variable.name === name)?.variable;
  if (variable === undefined) return false;
  const selector = key === undefined ? ({ kind: 'All' } as const) : ({ kind: 'Key', key } as const);
  return exclude(targets, { variable, selector }).length === 0;
}

/** Returns `all` when no test of the path is needed. */
function quoteScope(scope: Scope): string | undefined {
  switch (scope.kind) {
    case 'Path':
      return quotePath(scope.path);
    case 'Shape':
      return quotePathShape(scope.shape);
    case 'Folder':
      return quoteFolder(scope.folder);
    case 'Everywhere':
      return 'all';
  }
}
