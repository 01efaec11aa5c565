/** Drops assignments that nobody reads, skips over nothing, and then rules that do nothing at all. */
import type { FoldedRule, Link, PhaseProgram, Program, Rule, Step } from './program.ts';
import { readsMatchBefore } from './reads-match.ts';
import { collectReads, isRead, type TxReads } from './tx-reads.ts';

export function dropDeadRules(program: Program): Program {
  // A rule that looks at MATCHED_VAR before it has matched itself sees every earlier match.
  if (readsMatchBefore(program)) return program;
  let current = program;
  for (;;) {
    const next = dropOnce(current, collectReads(current));
    if (next === undefined) return current;
    current = next;
  }
}

/** undefined: nothing was left to drop. */
function dropOnce(program: Program, reads: TxReads): Program | undefined {
  const folded: FoldedRule[] = [];
  let changed = false;
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const kept: Step[] = [];
    for (const [index, step] of steps.entries()) {
      if (step.kind === 'Marker') {
        kept.push(step);
        continue;
      }
      const rule = withoutDeadStores(withoutEmptySkip(step, index, steps), reads);
      if (rule !== step) changed = true;
      if (isIdle(rule)) {
        changed = true;
        folded.push({ id: rule.info.id, why: 'nothing reads what it sets' });
      } else kept.push(rule);
    }
    return { phase, steps: kept };
  });
  return changed ? { ...program, phases, folded: [...program.folded, ...folded] } : undefined;
}

/** A skip over nothing needs no code. */
function withoutEmptySkip(rule: Rule, index: number, steps: readonly Step[]): Rule {
  if (rule.skipTo === undefined) return rule;
  for (const step of steps.slice(index + 1)) {
    if (step.kind === 'Rule') return rule;
    if (step.label === rule.skipTo) return { ...rule, skipTo: undefined };
  }
  return rule;
}

function withoutDeadStores(rule: Rule, reads: TxReads): Rule {
  const isLive = (effect: Link['effects'][number]): boolean =>
    effect.kind !== 'SetVariable' || effect.collection !== 'TX' || isRead(effect.name, reads);
  if (rule.links.every((link) => link.effects.every(isLive))) return rule;
  const links = rule.links.map((link) => ({ ...link, effects: link.effects.filter(isLive) }));
  return { ...rule, links };
}

/** Neither effects nor captures, log, verdict or skip: running it changes nothing. */
function isIdle(rule: Rule): boolean {
  const { info, disruptive } = rule;
  if (info.log || info.audit || info.severity !== undefined || rule.skipTo !== undefined) {
    return false;
  }
  if (disruptive !== undefined && disruptive.kind !== 'pass') return false;
  return rule.links.every((link) => link.effects.length === 0 && link.test?.capture !== true);
}
