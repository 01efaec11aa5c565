/** The rules of a traced program in the order of its phases, as plain data that can be stored with the module. */
import { wordsOf } from '#compiler/3-specialize/derive-prefilters.ts';
import type { Link, Program, Rule } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { argumentText } from '#compiler/4-emit/argument-text.ts';
import { clauseOfRule } from '#compiler/4-emit/emit-candidate-rules.ts';
import { targetSource } from '#compiler/4-emit/target-source.ts';
import { bytesOfClasses } from '#engine/bytes/byte-classes.ts';
import { bytesInWords } from '../output/bytes-in-words.ts';

export type PhasePlan = { readonly phase: number; readonly steps: readonly StepPlan[] };

export type StepPlan =
  | { readonly kind: 'Marker'; readonly label: string }
  | RulePlan
  /** Decided at compile time. */
  | {
      readonly kind: 'Folded';
      readonly id: number;
      readonly file: string;
      readonly line: number;
      readonly why: string;
    };

export type RulePlan = {
  readonly kind: 'Rule';
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The marker after which a match continues. */
  readonly skipTo: string | undefined;
  /** The literals of the prefilter clause: every match contains one of them. */
  readonly words: readonly string[] | undefined;
  /** Descriptions of sets of bytes: every match contains a byte of each. */
  readonly needs: readonly string[];
  readonly links: readonly LinkPlan[];
};

/** Always stands for a SecAction, which matches once. */
export type LinkPlan = { readonly kind: 'Always' } | ({ readonly kind: 'Test' } & TestPlan);

export type TestPlan = {
  readonly targets: string;
  /** `!@rx`. */
  readonly operator: string;
  readonly argument: string;
  readonly transformations: readonly string[];
};

/** Returns the plan. `plain` has all rules, `program` those that remain. */
export function tracePlan(plain: Program, program: Program): readonly PhasePlan[] {
  const remaining = new Map(rulesOf(program).map((rule) => [rule.info.id, rule]));
  const folded = new Map(program.folded.map(({ id, why }) => [id, why]));
  return plain.phases.map(({ phase, steps }) => ({
    phase,
    steps: steps.map((step): StepPlan => {
      if (step.kind === 'Marker') return { kind: 'Marker', label: step.label };
      const { id, file, line } = step.info;
      const rule = remaining.get(id);
      if (rule !== undefined) return rulePlan(rule, program.clauses);
      return { kind: 'Folded', id, file, line, why: folded.get(id) ?? 'not needed' };
    }),
  }));
}

function rulePlan(rule: Rule, clauses: Program['clauses']): RulePlan {
  const { info, links, skipTo } = rule;
  const { id, file, line } = info;
  const clause = clauseOfRule(rule);
  const filtered = clause === undefined ? undefined : clauses[clause];
  const words = filtered === undefined ? undefined : wordsOf(filtered);
  const needs = links[0]?.test?.needs.map((byteClasses) =>
    bytesInWords(bytesOfClasses(byteClasses)),
  );
  return {
    kind: 'Rule',
    id,
    file,
    line,
    skipTo,
    words,
    needs: needs ?? [],
    links: links.map(linkPlan),
  };
}

function linkPlan({ test }: Link): LinkPlan {
  if (test === undefined) return { kind: 'Always' };
  const { targets, operator, negated, transformations } = test;
  return {
    kind: 'Test',
    targets: targetSource(targets),
    operator: `${negated ? '!' : ''}@${operator.name}`,
    argument: argumentText(test),
    transformations,
  };
}
