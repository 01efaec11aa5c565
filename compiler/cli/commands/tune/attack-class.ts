/** Attack classes (`attack-sqli`): exclusions for a class, and which rules of a class remain after exclusions. */
import type { Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { selects } from '#compiler/2-resolve/selects.ts';
import { attackClassOf, type Decision, type Exclusion, type Proposal } from './propose.ts';

/** From this number of rules of a class on one target, they are one block of the report, or one exclusion by tag. */
const SEVERAL = 3;

/**
 * Returns blocks: emitted proposals of one class, target and location are one block; each other proposal is a block of
 * its own.
 */
export function proposalBlocks(proposals: readonly Proposal[]): readonly (readonly Proposal[])[] {
  const blocks = new Map<string, Proposal[]>();
  for (const proposal of proposals) {
    const name = blockName(proposal);
    const block = blocks.get(name);
    if (block === undefined) blocks.set(name, [proposal]);
    else block.push(proposal);
  }
  return [...blocks.values()].flatMap((block) =>
    block.length >= SEVERAL ? [block] : block.map((proposal) => [proposal]),
  );
}

function blockName({ attackClass, decision, group }: Proposal): string {
  const target = decision.kind === 'Withheld' ? '' : targetIn(decision.what);
  return attackClass === undefined || target === ''
    ? `${group.ruleId} ${group.variable} ${group.keys} ${JSON.stringify(group.scope)}`
    : `${attackClass} ${target} ${whereOf(decision)}`;
}

function targetIn(what: Exclusion): string {
  return what.kind === 'Rule' ? '' : what.target;
}

/** Returns the operator on REQUEST_FILENAME; "" for all paths. */
function whereOf(decision: Decision): string {
  return decision.kind === 'OnPath' ? decision.operator : '';
}

/** Replaces each block of several rules by an exclusion of the target for all rules of the class. */
export function excludeByTag(proposals: readonly Proposal[]): readonly Proposal[] {
  const blocks = proposalBlocks(proposals).filter(({ length }) => length >= SEVERAL);
  const together = new Set(blocks.flat());
  return proposals.map((proposal) => {
    const { attackClass: tag, decision } = proposal;
    if (tag === undefined || decision.kind === 'Withheld' || !together.has(proposal))
      return proposal;
    const what = { kind: 'TargetOfTag', tag, target: targetIn(decision.what) } as const;
    return { ...proposal, decision: { ...decision, what } };
  });
}

/** Returns the ids of all rules that the exclusions name by id or by tag. */
export function excludedRules(
  proposals: readonly Proposal[],
  { entries }: RuleSet,
): readonly number[] {
  return entries
    .filter((entry) => entry.kind === 'Rule')
    .filter((rule) => proposals.some((proposal) => isExcluded(rule, proposal)))
    .map(({ id }) => id);
}

/** A class of which less than half of the rules remain for a target. */
export type WeakenedClass = {
  readonly attackClass: string;
  readonly target: string;
  /** The operator on REQUEST_FILENAME; "" for all paths. */
  readonly where: string;
  readonly excluded: number;
  /** The number of active rules of the class that test the variable. */
  readonly rules: number;
};

/** `active` has the ids of the active rules of the profile. */
export function weakenedClasses(
  proposals: readonly Proposal[],
  { entries }: RuleSet,
  active: ReadonlySet<number>,
): readonly WeakenedClass[] {
  const rules = entries.filter((entry) => entry.kind === 'Rule').filter(({ id }) => active.has(id));
  return exclusionsByClass(proposals).flatMap(({ attackClass, target, where, members }) => {
    const variable = members[0]?.group.variable;
    const ofClass = rules.filter(
      (rule) => attackClassOf(rule) === attackClass && tests(rule, variable),
    );
    const excluded = ofClass.filter((rule) =>
      members.some((proposal) => isExcluded(rule, proposal)),
    ).length;
    if (excluded * 2 <= ofClass.length) return [];
    return [{ attackClass, target, where, excluded, rules: ofClass.length }];
  });
}

type ClassExclusion = Pick<WeakenedClass, 'attackClass' | 'target' | 'where'> & {
  readonly members: Proposal[];
};

function exclusionsByClass(proposals: readonly Proposal[]): readonly ClassExclusion[] {
  const byName = new Map<string, ClassExclusion>();
  for (const proposal of proposals) {
    const { attackClass, decision, group } = proposal;
    if (decision.kind === 'Withheld' || attackClass === undefined) continue;
    const target = targetIn(decision.what) || (group.variable ?? '');
    const where = whereOf(decision);
    const name = JSON.stringify([attackClass, target, where]);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, { attackClass, target, where, members: [proposal] });
    else known.members.push(proposal);
  }
  return [...byName.values()];
}

function tests({ links }: Rule, variable: string | undefined): boolean {
  const targets = links[0].test?.targets ?? [];
  return targets.some((target) => target.mode === 'values' && target.variable.name === variable);
}

function isExcluded(rule: Rule, { group, decision }: Proposal): boolean {
  if (decision.kind === 'Withheld') return false;
  const { what } = decision;
  return what.kind === 'TargetOfTag'
    ? selects({ kind: 'Tag', tag: what.tag }, rule)
    : rule.id === group.ruleId;
}
