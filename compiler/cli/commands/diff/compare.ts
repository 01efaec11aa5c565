/** Two compiled rule sets -> what differs between them. */
import type { CompiledWaf } from '../../../../runtime/engine/host/compiled-waf.ts';
import type { Rule, RuleSet } from '../../../2-resolve/ruleset.ts';
import type { Program } from '../../../3-specialize/program.ts';
import { rulesOf } from '../../../3-specialize/tx-reads.ts';
import { positionOf } from '../../../source.ts';
import { progress } from '../../output/progress.ts';
import type { Observation, Probe } from '../../replay/observe.ts';
import { type Fact, LABELS, ruleFacts } from './rule-facts.ts';

export type Side = {
  readonly ruleSet: RuleSet;
  readonly program: Program;
  /** undefined: there are no probes. */
  readonly waf: CompiledWaf | undefined;
};

export type Difference = {
  readonly added: readonly RuleName[];
  readonly removed: readonly RuleName[];
  readonly changed: readonly RuleChange[];
  /** Only `ver` and the like differ. */
  readonly relabelled: readonly number[];
  /** Each change of `ver` and the like once; the most frequent first. */
  readonly labels: readonly LabelChange[];
  /** In both, but compiled to nothing in the old one alone, or in the new one alone. */
  readonly activated: readonly number[];
  readonly deactivated: readonly number[];
  /** The first rule of both that comes at another position among them. */
  readonly reordered: number | undefined;
  readonly settings: readonly FactChange[];
  readonly behaviour: readonly BehaviourChange[];
  readonly probes: number;
};

/** `location`: `file:line`. */
export type RuleName = { readonly id: number; readonly location: string; readonly message: string };

export type RuleChange = RuleName & { readonly facts: readonly FactChange[] };

/** Items of one side only; both empty: the same items in another order. */
export type FactChange = {
  readonly name: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/** "": the label is not there. */
export type LabelChange = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly rules: number;
  /** Of these, how many differ in labels alone. */
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

/** True when nothing at all differs. */
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

/** Facts of both sides by name; a fact that one side does not have is empty there. */
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

/** `rules`: what changed in each. */
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
