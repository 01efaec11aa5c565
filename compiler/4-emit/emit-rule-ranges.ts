/** Ranges of rule indexes, with the ids of the rules as a remark: `[[3, 9]] /* 942100..942190 *\/`. */
import type { RuleRange } from '#engine/transaction/rule-index-set.ts';
import type { PhaseProgram } from '../3-specialize/program.ts';
import { type Code, remark, ts } from './code.ts';

export type EmitRuleRanges = (ranges: readonly RuleRange[]) => Code;

/** The number of ranges whose ids are shown; a ctl by tag may have hundreds. */
const SHOWN = 4;

export function createRuleRanges(phases: readonly PhaseProgram[]): EmitRuleRanges {
  const rules = phases
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.kind === 'Rule' ? [[step.ruleIndex, step.info.id] as const] : []))
    .toSorted(([left], [right]) => left - right);
  const shown = ([from, to]: RuleRange): readonly string[] => {
    const inside = rules.filter(([index]) => index >= from && index <= to).map(([, id]) => id);
    const [first] = inside;
    if (first === undefined) return [];
    return [inside.length === 1 ? `${first}` : `${first}..${inside.at(-1)}`];
  };
  return (ranges) => {
    const ids = ranges.flatMap(shown);
    const more = ids.length > SHOWN ? `, and ${ids.length - SHOWN} more` : '';
    return ts`${ranges} ${remark(ids.slice(0, SHOWN).join(', ') + more || 'rules that are folded away')}`;
  };
}
