/** Compares two compiled rule sets. */
import type { Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import type { Program } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { positionOf } from '#compiler/source.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { progress } from '../../output/progress.ts';
import type { Observation, Probe } from '../../replay/observe.ts';
import { type Fact, LABELS, ruleFacts } from './rule-facts.ts';

export type Side = {
  readonly ruleSet: RuleSet;
  readonly program: Program;
  /** Undefined when there are no probes. */
  readonly waf: CompiledWaf | undefined;
};

export type Difference = {
  readonly added: readonly RuleName[];
  readonly removed: readonly RuleName[];
  readonly changed: readonly RuleChange[];
  /** Rules that differ only in `ver` and similar labels. */
  readonly relabelled: readonly number[];
  /** Each change of `ver` and similar labels once; the most frequent first. */
  readonly labels: readonly LabelChange[];
  /** Rules of both sides that are folded away in only the old, or only the new one. */
  readonly activated: readonly number[];
  readonly deactivated: readonly number[];
  /** The first common rule whose order has changed. */
  readonly reordered: number | undefined;
  readonly settings: readonly FactChange[];
  readonly behaviour: readonly BehaviourChange[];
  readonly probes: number;
};

/** `location` is `file:line`. */
export type RuleName = { readonly id: number; readonly location: string; readonly message: string };

export type RuleChange = RuleName & { readonly facts: readonly FactChange[] };

/** Items of only one side. When both lists are empty, the order of the items differs. */
export type FactChange = {
  readonly name: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/** "" when the label is missing. */
export type LabelChange = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly rules: number;
  /** The number of these rules that differ only in labels. */
  readonly otherwiseSame: number;
};

export type BehaviourChange = {
  readonly name: string;
  readonly before: Observation;
  readonly after: Observation;
};

export function compare(before: Side, after: Side, probes: readonly Probe[]): Difference {
  const [older, newer] = [rulesById(before), rulesById(after)];
  const common = [...older].flatMap(([id, old]) => {
    const now = newer.get(id);
    return now === undefined
      ? []
      : [{ old, now, facts: changedFacts(ruleFacts(old), ruleFacts(now)) }];
  });
  const [wasActive, isActive] = [activeIds(before), activeIds(after)];
  const ids = common.map(({ now }) => now.id);
  return {
    added: [...newer.values()].filter(({ id }) => !older.has(id)).map(nameOf),
    removed: [...older.values()].filter(({ id }) => !newer.has(id)).map(nameOf),
    changed: common
      .filter(({ facts }) => !facts.every(isLabel))
      .map(({ now, facts }) => ({ ...nameOf(now), facts })),
    relabelled: common
      .filter(({ facts }) => facts.length > 0 && facts.every(isLabel))
      .map(({ now }) => now.id),
    labels: labelChanges(common.map(({ facts }) => facts)),
    activated: ids.filter((id) => isActive.has(id) && !wasActive.has(id)),
    deactivated: ids.filter((id) => wasActive.has(id) && !isActive.has(id)),
    reordered: firstMoved(
      ids,
      [...newer.keys()].filter((id) => older.has(id)),
    ),
    settings: changedFacts(settingFacts(before), settingFacts(after)),
    behaviour: probes.flatMap((probe, index) => {
      progress.show('sending requests', index + 1, probes.length);
      return behaviourChange(probe, before.waf, after.waf);
    }),
    probes: probes.length,
  };
}

/** Returns true when there is no difference. */
export function isSame({ probes: _, reordered, ...lists }: Difference): boolean {
  return reordered === undefined && Object.values(lists).every((list) => list.length === 0);
}

function rulesById({ ruleSet }: Side): ReadonlyMap<number, Rule> {
  return new Map(
    ruleSet.entries.flatMap((entry) => (entry.kind === 'Rule' ? [[entry.id, entry] as const] : [])),
  );
}

function activeIds({ program }: Side): ReadonlySet<number> {
  return new Set(rulesOf(program).map(({ info }) => info.id));
}

function nameOf(rule: Rule): RuleName {
  const { path } = rule.span.source;
  const message = ruleFacts(rule).find(({ name }) => name === 'msg')?.items[0] ?? '';
  return { id: rule.id, location: `${path}:${positionOf(rule.span).line}`, message };
}

function firstMoved(older: readonly number[], newer: readonly number[]): number | undefined {
  const index = older.findIndex((id, at) => id !== newer[at]);
  return index === -1 ? undefined : newer[index];
}

function settingFacts({ ruleSet }: Side): readonly Fact[] {
  return Object.entries(ruleSet.settings).map(([name, value]) => ({
    name,
    items: (Array.isArray(value) ? value : [value ?? '']).map(String),
  }));
}

/** Returns the changed facts of both sides by name; a missing fact is an empty list. */
function changedFacts(older: readonly Fact[], newer: readonly Fact[]): readonly FactChange[] {
  const names = new Set([...older, ...newer].map(({ name }) => name));
  const itemsOf = (facts: readonly Fact[], name: string): readonly string[] =>
    facts.find((fact) => fact.name === name)?.items ?? [];
  return [...names].flatMap((name) => {
    const [before, after] = [itemsOf(older, name), itemsOf(newer, name)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const [had, has] = [new Set(before), new Set(after)];
    return [
      {
        name,
        removed: before.filter((item) => !has.has(item)),
        added: after.filter((item) => !had.has(item)),
      },
    ];
  });
}

const isLabel = ({ name }: FactChange): boolean => LABELS.has(name);

/** `rules` has the changes of each rule. */
function labelChanges(rules: readonly (readonly FactChange[])[]): readonly LabelChange[] {
  const byName = new Map<string, LabelChange>();
  for (const facts of rules) {
    const alone = facts.every(isLabel) ? 1 : 0;
    for (const { name, removed, added } of facts.filter(isLabel)) {
      const [before = '', after = ''] = [removed[0], added[0]];
      const key = JSON.stringify([name, before, after]);
      const { rules: count, otherwiseSame } = byName.get(key) ?? { rules: 0, otherwiseSame: 0 };
      byName.set(key, {
        ...{ name, before, after },
        rules: count + 1,
        otherwiseSame: otherwiseSame + alone,
      });
    }
  }
  return [...byName.values()].toSorted((left, right) => right.rules - left.rules);
}

function behaviourChange(
  { name, run }: Probe,
  older: CompiledWaf | undefined,
  newer: CompiledWaf | undefined,
): readonly BehaviourChange[] {
  if (older === undefined || newer === undefined) return [];
  const [before, after] = [run(older), run(newer)];
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ name, before, after }];
}
