/**
 * Prints a Program as text for diff: one line for each fact, rules by their ids, and the parts of tables (prefilter,
 * removals) next to the rule that uses them. Settings, manifest, tags and versions are left out, because no pass
 * changes them.
 */
import type { Program, Rule } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { shownText } from '../../inspection/shown-text.ts';
import { ruleLines } from './rule-lines.ts';

/** Returns the text. `plain` is the program before all passes, which has all rules. `id` is the only rule to show. */
export function programText(program: Program, plain: Program, id: number | undefined): string {
  const ids = new Map(rulesOf(plain).map(({ ruleIndex, info }) => [ruleIndex, info.id]));
  const linesOf = (rule: Rule): readonly string[] => ['', ...ruleLines(rule, program, ids)];
  const lines = id === undefined ? wholeLines(program, linesOf) : oneRule(id, program, linesOf);
  return lines.map((line) => `${shownText(line)}\n`).join('');
}

type LinesOf = (rule: Rule) => readonly string[];

function wholeLines(program: Program, linesOf: LinesOf): readonly string[] {
  const { phases, folded, matching, sharing, traced, txRegisters } = program;
  return [
    `matching: ${matching}`,
    `sharing: ${sharing}`,
    `traced: ${traced ? 'yes' : 'no'}`,
    ...txRegisters.map((name) => `register: tx.${name}`),
    ...folded.map(({ id, why }) => `folded away: rule ${id}, ${why}`),
    ...phases.flatMap(({ phase, steps }) => [
      '',
      `phase ${phase}`,
      ...steps.flatMap((step) =>
        step.kind === 'Marker' ? ['', `marker ${step.label}`] : linesOf(step),
      ),
    ]),
  ];
}

function oneRule(id: number, program: Program, linesOf: LinesOf): readonly string[] {
  const rule = rulesOf(program).find(({ info }) => info.id === id);
  if (rule !== undefined) return linesOf(rule);
  const { why = 'not needed' } = program.folded.findLast((each) => each.id === id) ?? {};
  return ['', `folded away: rule ${id}, ${why}`];
}
