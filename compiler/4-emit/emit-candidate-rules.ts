/** The gates of a phase: which of its rules have one, and the table that opens them. */
import type { PhaseProgram, Rule, Test } from '../3-specialize/program.ts';
import { type Code, lines, ts } from './code.ts';
import { engine } from './engine-names.ts';
import { allViews } from './own-names.ts';
import type { PlaceView } from './summaries.ts';

/** `if (isLive(live, 3))` has a place of its own for each rule with a gate. */
export type PhaseGates = {
  /** The table; undefined: no rule has a gate. */
  readonly table: Code | undefined;
  /** The condition under which a rule is called; undefined: always. */
  readonly isLive: (rule: Rule) => Code | undefined;
};

export function emitGates({ steps }: PhaseProgram, place: PlaceView): PhaseGates {
  const rules = steps.filter((step) => step.kind === 'Rule');
  const places = new Map<Rule, number>();
  const rows = rules.flatMap((rule, index) => {
    const test = rule.links[0]?.test;
    if (test === undefined || !isFiltered(test)) return [];
    places.set(rule, index);
    const { targets, transformations, multiMatch, needs, question } = test;
    const view = place(targets, transformations, multiMatch);
    const asked = question === undefined ? ts`` : ts`, clause: ${question}`;
    return [ts`{ rule: ${index}, summary: ${view}, needs: ${needs}${asked} }, // ${rule.info.id}`];
  });
  const table = ts`const preconditions = ${engine('loadPreconditions')}(${allViews}, ${rules.length}, [\n${lines(rows)}\n]);`;
  return {
    table: rows.length === 0 ? undefined : table,
    isLive: (rule) => {
      const index = places.get(rule);
      return index === undefined ? undefined : ts`${engine('isCandidate')}(candidates, ${index})`;
    },
  };
}

/** Some texts are known not to match without asking the operator. */
export function isFiltered({ question, needs }: Test): boolean {
  return question !== undefined || needs.length > 0;
}
