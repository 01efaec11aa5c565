/** Computes the cost of each rule of a program: preconditions and automata. */
import type { Program, Rule } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { explainLink } from '../../commands/explain/explain-link.ts';
import type { PhasePlan } from '../../inspection/trace-plan.ts';
import type { LinkCost, RuleCost } from '../protocol.ts';

/** Returns the costs in the order of the phases, including the rules that the compiler has dropped. */
export function ruleCosts(program: Program, plan: readonly PhasePlan[]): readonly RuleCost[] {
  const remaining = new Map(rulesOf(program).map((rule) => [rule.info.id, rule]));
  return plan.flatMap(({ phase, steps }) =>
    steps.flatMap((step): readonly RuleCost[] => {
      if (step.kind === 'Marker') return [];
      const { id, file: path, line } = step;
      const rule = remaining.get(id);
      const dropped = step.kind === 'Folded' ? step.why : undefined;
      const links = rule === undefined ? [] : linkCosts(rule, program);
      return [{ id, path, line, phase, dropped, links }];
    }),
  );
}

function linkCosts({ links }: Rule, { clauses }: Program): readonly LinkCost[] {
  return links.map((link): LinkCost => {
    const explained = explainLink({ ...link, effects: [] }, clauses, new Map());
    if (explained.kind === 'Always') return ALWAYS;
    const { operator, prefilter: words, needs, expression } = explained;
    return {
      operator,
      words,
      needs,
      states: expression?.states,
      byteClasses: expression?.byteClasses,
      backtracking: expression?.backtracking,
    };
  });
}

/** The cost of a SecAction. */
const ALWAYS: LinkCost = {
  operator: '',
  words: undefined,
  needs: [],
  states: undefined,
  byteClasses: undefined,
  backtracking: undefined,
};
