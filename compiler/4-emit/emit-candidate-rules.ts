/** Emits the preconditions of a phase: a table of them, and the check before each rule that has one. */
import type { PhaseProgram, Rule, Test } from '../3-specialize/program.ts';
import { type Code, joined, lines, list, remark, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { transformedTargetsName } from './content-name.ts';
import { decisiveTransformations } from './decisive-transformations.ts';
import { emitMask } from './emit-mask.ts';
import { emitSearched } from './emit-search.ts';
import { engine } from './engine-names.ts';
import { allSummaries } from './own-names.ts';

/** Each rule with a precondition is called in the form `if (isCandidate(candidates, 3))`. */
export type PhasePreconditions = {
  /** The table; undefined when no rule has a precondition. */
  readonly table: Code | undefined;
  /** Returns the condition under which a rule is called; undefined when it is always called. */
  readonly isCandidate: (rule: Rule) => Code | undefined;
};

export function emitPreconditions({ steps }: PhaseProgram, shared: Shared): PhasePreconditions {
  const rules = steps.filter((step) => step.kind === 'Rule');
  const indexes = new Map<Rule, number>();
  const always: Code[] = [];
  const rows = rules.flatMap((rule, index) => {
    const test = rule.links[0]?.test;
    if (test === undefined) return [];
    const search = emitSearched(test, rule.info, shared);
    if (!hasPrecondition(rule)) {
      if (search !== undefined) always.push(search);
      return [];
    }
    indexes.set(rule, index);
    const { targets, multiMatch, needs } = test;
    const clause = clauseOfRule(rule);
    const transformations = decisiveTransformations(test, shared.clauses[clause ?? -1]);
    const summary = ts`${shared.summaryIndex(targets, transformations, multiMatch)} ${remark(transformedTargetsName(targets, transformations))}`;
    const clauseCode = clause === undefined ? ts`` : ts`, clause: ${clause}`;
    const searchCode = search === undefined ? ts`` : ts`, search: ${search}`;
    return [
      ts`{ rule: ${index}, summary: ${summary}, needs: ${list(needs.map(emitMask))}${clauseCode}${searchCode} }, // ${rule.info.id}`,
    ];
  });
  const others = always.length === 0 ? ts`` : ts`, [${joined(always, ', ')}]`;
  const table = ts`const preconditions = ${engine('loadPreconditions')}(${allSummaries}, ${rules.length}, [\n${lines(rows)}\n]${others});`;
  return {
    table: rows.length === 0 ? undefined : table,
    isCandidate: (rule) => {
      const index = indexes.get(rule);
      return index === undefined ? undefined : ts`${engine('isCandidate')}(candidates, ${index})`;
    },
  };
}

/** Returns the index of the clause without which the rule cannot match. */
export function clauseOfRule({ links, clause }: Rule): number | undefined {
  return links[0]?.test?.clause ?? clause;
}

export function hasPrecondition(rule: Rule): boolean {
  const test = rule.links[0]?.test;
  return test !== undefined && (isFiltered(test) || rule.clause !== undefined);
}

/** Whether the test has a precondition, so that some values are known not to match before the operator runs. */
export function isFiltered({ clause, needs }: Test): boolean {
  return clause !== undefined || needs.length > 0;
}
