/**
 * Removes code without effect: assignments to TX variables that no live rule reads, skips that skip no rule, and then
 * rules that do nothing.
 */
import type { Macro, MacroText } from '../2-resolve/ruleset.ts';
import { CAPTURE_NAMES } from '../language/capture-names.ts';
import type { Effect, FoldedRule, Link, PhaseProgram, Program, Rule, Step } from './program.ts';
import { readsMatchBefore } from './reads-match.ts';
import { collectReads, isRead, rulesOf, type TxReads } from './tx-reads.ts';

export function dropDeadRules(program: Program): Program {
  // A rule that reads MATCHED_VAR before its own first match observes every earlier match.
  if (readsMatchBefore(program)) return program;
  let current = program;
  for (;;) {
    const next = sweep(withoutEmptySkips(current));
    if (rulesOf(next).length === rulesOf(current).length) return next;
    current = next;
  }
}

function sweep(program: Program): Program {
  const reads = liveReads(rulesOf(program));
  const folded: FoldedRule[] = [];
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const remaining: Step[] = [];
    for (const step of steps) {
      if (step.kind === 'Marker') remaining.push(step);
      else if (isLive(step, reads)) remaining.push(withoutDeadStores(step, reads));
      else folded.push({ id: step.info.id, why: 'no rule reads what it sets' });
    }
    return { phase, steps: remaining };
  });
  return { ...program, phases, folded: [...program.folded, ...folded] };
}

/** Returns what live rules read: rules with a consequence, and rules that set a variable for a live rule. */
function liveReads(rules: readonly Rule[]): TxReads {
  let live = rules.filter(hasConsequence);
  for (;;) {
    const reads = collectReads(live);
    const next = rules.filter((rule) => isLive(rule, reads));
    if (next.length === live.length) return reads;
    live = next;
  }
}

function isLive(rule: Rule, reads: TxReads): boolean {
  return hasConsequence(rule) || rule.links.some((link) => setsRead(link, reads));
}

/** Returns whether the rule logs, has a verdict or a skip, or changes anything but TX. */
function hasConsequence({ info, disruptive, skipTo, links }: Rule): boolean {
  if (info.log || info.audit || info.severity !== undefined || skipTo !== undefined) return true;
  if (disruptive !== undefined && disruptive.kind !== 'pass') return true;
  return links.some(
    ({ test, effects }) =>
      (test !== undefined && test.operator.into !== undefined) ||
      effects.some((effect) => storedName(effect) === undefined),
  );
}

/** Returns the name that an assignment to TX writes; undefined for other effects. */
function storedName(effect: Effect): Macro | undefined {
  return effect.kind === 'SetVariable' && effect.collection === 'TX' ? effect.name : undefined;
}

const CAPTURES: readonly (readonly MacroText[])[] = CAPTURE_NAMES.map((text) => [
  { kind: 'Literal', text },
]);

function setsRead(link: Link, reads: TxReads): boolean {
  if (link.test?.capture === true && CAPTURES.some((name) => isRead(name, reads))) return true;
  return link.effects.some((effect) => isRead(storedName(effect) ?? [], reads));
}

function withoutDeadStores(rule: Rule, reads: TxReads): Rule {
  const isRemaining = (effect: Effect): boolean => {
    const name = storedName(effect);
    return name === undefined || isRead(name, reads);
  };
  if (rule.links.every((link) => link.effects.every(isRemaining))) return rule;
  const links = rule.links.map((link) => ({ ...link, effects: link.effects.filter(isRemaining) }));
  return { ...rule, links };
}

/** Removes skips that skip no rule. */
function withoutEmptySkips(program: Program): Program {
  const phases = program.phases.map(
    ({ phase, steps }): PhaseProgram => ({
      phase,
      steps: steps.map((step, index) =>
        step.kind === 'Rule' && skipsNothing(step, index, steps)
          ? { ...step, skipTo: undefined }
          : step,
      ),
    }),
  );
  return { ...program, phases };
}

function skipsNothing(rule: Rule, index: number, steps: readonly Step[]): boolean {
  if (rule.skipTo === undefined) return false;
  for (const step of steps.slice(index + 1)) {
    if (step.kind === 'Rule') return false;
    if (step.label === rule.skipTo) return true;
  }
  return false;
}
