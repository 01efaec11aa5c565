/** A phase: its rule functions, and the function that calls them in order. */
import type { PhaseProgram, Rule } from '../3-specialize/program.ts';
import { type Code, comment, joined, lines, name, ts } from './code.ts';
import { emitRule, type RuleContext } from './emit-rule.ts';
import { type Nested, nestSkips } from './nest-skips.ts';

export function emitPhase(phase: PhaseProgram, context: RuleContext): readonly Code[] {
  const rules = phase.steps.filter((step) => step.kind === 'Rule');
  const labels = createLabels();
  const calls = nestSkips(phase.steps).flatMap((step) => emitStep(step, labels));
  const main = joined(
    [
      comment(`Phase ${phase.phase}: rules ${rules.length}`),
      ts`export function ${name('phase', phase.phase)}(${name(calls.length === 0 ? '_tx' : 'tx')}: Tx): void {`,
      lines(calls),
      ts`}`,
    ],
    '\n',
  );
  return [main, ...rules.map((rule) => emitRule(rule, context))];
}

function emitStep(step: Nested, labels: Labels): readonly Code[] {
  if (step.kind === 'Rule') return [emitCall(step, labels)];
  const label = labels.open(step.label);
  const inside = step.steps.flatMap((each) => emitStep(each, labels));
  labels.close(step.label);
  return [ts`${label}: {`, lines(inside), ts`}`];
}

function emitCall(rule: Rule, labels: Labels): Code {
  const call = ts`${name('rule', rule.info.id)}(tx)`;
  const stops = rule.disruptive !== undefined && rule.disruptive.kind !== 'pass';
  const stop = stops ? ts` if (tx.stopped) return;` : ts``;
  if (rule.skipTo === undefined) return ts`${call};${stop}`;
  const skip = ts`break ${labels.current(rule.skipTo)};`;
  return stops ? ts`if (${call}) {${stop} ${skip} }` : ts`if (${call}) ${skip}`;
}

type Labels = {
  readonly open: (marker: string) => Code;
  readonly close: (marker: string) => void;
  readonly current: (marker: string) => Code;
};

/** Names for blocks; a marker may stand several times in a phase, so each block has a number too. */
function createLabels(): Labels {
  const stack: { readonly marker: string; readonly label: Code }[] = [];
  let count = 0;
  return {
    open: (marker) => {
      count += 1;
      const label = name(
        `${marker.replace(/[^A-Za-z0-9]+/g, '_').replace(/^(?=\d)/, '_')}_`,
        count,
      );
      stack.push({ marker, label });
      return label;
    },
    close: () => {
      stack.pop();
    },
    current: (marker) => {
      const found = stack.findLast((open) => open.marker === marker);
      if (found === undefined) throw new Error(`Compiler bug: no block ends at ${marker}`);
      return found.label;
    },
  };
}
