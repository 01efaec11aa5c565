/** The preconditions of a phase: which of its rules have one, and the table of them. */
import type { PhaseProgram, Rule, Test } from '../3-specialize/program.ts';
import { type Code, lines, list, remark, ts } from './code.ts';
import { transformedTargetsName } from './content-name.ts';
import { emitMask } from './emit-mask.ts';
import { engine } from './engine-names.ts';
import { allSummaries } from './own-names.ts';
import type { SummaryIndex } from './summaries.ts';

/** `if (isCandidate(candidates, 3))` is emitted for each rule with a precondition. */
export type PhasePreconditions = {
  /** The table; undefined: no rule has a precondition. */
  readonly table: Code | undefined;
  /** The condition under which a rule is called; undefined: always. */
  readonly isCandidate: (rule: Rule) => Code | undefined;
};

export function emitPreconditions(
  { steps }: PhaseProgram,
  summaryIndex: SummaryIndex,
): PhasePreconditions {
  const rules = steps.filter((step) => step.kind === 'Rule');
  const indexes = new Map<Rule, number>();
  const rows = rules.flatMap((rule, index) => {
    const test = rule.links[0]?.test;
    if (test === undefined || !isFiltered(test)) return [];
    indexes.set(rule, index);
    const { targets, transformations, multiMatch, needs, clause } = test;
    const summary = ts`${summaryIndex(targets, transformations, multiMatch)} ${remark(transformedTargetsName(targets, transformations))}`;
    const clauseCode = clause === undefined ? ts`` : ts`, clause: ${clause}`;
    return [
      ts`{ rule: ${index}, summary: ${summary}, needs: ${list(needs.map(emitMask))}${clauseCode} }, // ${rule.info.id}`,
    ];
  });
  const table = ts`const preconditions = ${engine('loadPreconditions')}(${allSummaries}, ${rules.length}, [\n${lines(rows)}\n]);`;
  return {
    table: rows.length === 0 ? undefined : table,
    isCandidate: (rule) => {
      const index = indexes.get(rule);
      return index === undefined ? undefined : ts`${engine('isCandidate')}(candidates, ${index})`;
    },
  };
}

/** Some texts are known not to match without a call of the operator. */
export function isFiltered({ clause, needs }: Test): boolean {
  return clause !== undefined || needs.length > 0;
}
