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

/** Each rule with a precondition is called in the form `if (isCandidate(candidates, 3))`, or by a loop. */
export type PhasePreconditions = {
  /** The table; undefined when no rule has a precondition. */
  readonly table: Code | undefined;
  /** Returns the index of a rule in the phase, which is its number in the set of candidates. */
  readonly indexOf: (rule: Rule) => number;
  /** Returns the condition under which a rule is called; undefined when it is always called. */
  readonly isCandidate: (rule: Rule) => Code | undefined;
};

export function emitPreconditions({ steps }: PhaseProgram, shared: Shared): PhasePreconditions {
  const rules = steps.filter((step) => step.kind === 'Rule');
  const indexes = new Map(rules.map((rule, index) => [rule, index]));
  const always: Code[] = [];
  const rows = rules.flatMap((rule, index) => {
    const test = rule.links[0]?.test;
    if (test === undefined) return [];
    const search = emitSearched(test, rule.info, shared);
    if (!hasPrecondition(rule)) {
      if (search !== undefined) always.push(search);
      return [];
    }
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
  const indexOf = (rule: Rule): number => {
    const index = indexes.get(rule);
    if (index === undefined) throw new Error(`Compiler bug: rule ${rule.info.id} is not in phase`);
    return index;
  };
  return {
    table: rows.length === 0 ? undefined : table,
    indexOf,
    isCandidate: (rule) =>
      hasPrecondition(rule)
        ? ts`${engine('isCandidate')}(candidates, ${indexOf(rule)})`
        : undefined,
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

/** Returns whether the test has a precondition, so that some values are known not to match before the operator runs. */
export function isFiltered({ clause, needs }: Test): boolean {
  return clause !== undefined || needs.length > 0;
}
