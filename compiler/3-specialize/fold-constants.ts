/**
 * Walks the phases as the engine will, with what is known of TX, and decides what can be decided: rules
 * that never match are dropped, what lies behind a skip that is always taken is dropped, and macros whose
 * text is certain become text. Only what holds on every way to a rule is used (tx-state.ts).
 */

import type { FixedContext } from './evaluate-test.ts';
import { mergeEver } from './ever-state.ts';
import { type FoldedStep, foldRule } from './fold-rule.ts';
import type { FoldedRule, PhaseProgram, Program, Rule, Step } from './program.ts';
import { emptyState, join, type TxState } from './tx-state.ts';

export function foldConstants(program: Program): Program {
  const context = fixedContext(program);
  const folded: FoldedRule[] = [...program.folded];
  const phases: PhaseProgram[] = [];
  let entry: TxState = emptyState;
  let ever: TxState = emptyState;
  for (const phase of program.phases) {
    // After an interruption the logging phase starts from any point of the program.
    const walk = walkPhase(phase, phase.phase === 5 ? ever : entry, context, ever);
    phases.push({ phase: phase.phase, steps: walk.steps });
    folded.push(...walk.folded);
    entry = walk.exit;
    ever = walk.ever;
  }
  return { ...program, phases, folded };
}

type PhaseWalk = {
  readonly steps: readonly Step[];
  readonly folded: readonly FoldedRule[];
  /** What holds when the next phase starts. */
  readonly exit: TxState;
  /** Every value any variable may have had so far. */
  readonly ever: TxState;
};

/** Where the walk is. */
type Walk = {
  readonly steps: Step[];
  readonly folded: FoldedRule[];
  /** What holds where skips land, by label. */
  readonly landings: Map<string, TxState>;
  /** undefined: no way leads here. */
  state: TxState | undefined;
  /** What holds where an `allow` has ended the phase. */
  exit: TxState | undefined;
  ever: TxState;
};

function walkPhase(
  { steps }: PhaseProgram,
  start: TxState,
  context: FixedContext,
  before: TxState,
): PhaseWalk {
  const walk: Walk = {
    steps: [],
    folded: [],
    landings: new Map(),
    state: start,
    exit: undefined,
    ever: mergeEver(before, start),
  };
  for (const step of steps) {
    if (step.kind === 'Rule') walkRule(walk, step, context);
    else {
      walk.state = join(walk.state, walk.landings.get(step.label));
      walk.steps.push(step);
    }
  }
  const exit = join(walk.state, walk.exit) ?? start;
  return { steps: walk.steps, folded: walk.folded, exit, ever: mergeEver(walk.ever, exit) };
}

function walkRule(walk: Walk, rule: Rule, context: FixedContext): void {
  const { state } = walk;
  const { id } = rule.info;
  if (state === undefined) {
    walk.folded.push({ id, why: 'behind a skip that is always taken' });
    return;
  }
  const result: FoldedStep = foldRule(rule, state, context);
  const { matched, unmatched } = result;
  walk.ever = mergeEver(walk.ever, matched ?? state);
  walk.state = join(unmatched, rule.skipTo === undefined ? matched : undefined);
  if (rule.skipTo !== undefined && matched !== undefined) {
    walk.landings.set(rule.skipTo, join(walk.landings.get(rule.skipTo), matched) ?? matched);
  }
  if (rule.disruptive?.kind === 'allow') walk.exit = join(walk.exit, matched);
  if (result.rule === undefined) walk.folded.push({ id, why: 'never matches' });
  else walk.steps.push(unmatched === undefined ? withoutSkip(result.rule) : result.rule);
}

/** A rule that always skips leaves only unreachable rules behind it: its skip needs no code. */
function withoutSkip(rule: Rule): Rule {
  return { ...rule, skipTo: undefined };
}

function fixedContext(program: Program): FixedContext {
  const turnsOn = program.phases.some(({ steps }) =>
    steps.some((step) => step.kind === 'Rule' && step.links.some(turnsResponseBodyOn)),
  );
  return {
    settings: program.settings,
    responseBodyOff: !program.settings.responseBodyAccess && !turnsOn,
  };
}

function turnsResponseBodyOn(link: Rule['links'][number]): boolean {
  return link.effects.some(
    (effect) => effect.kind === 'Control' && effect.control.kind === 'ResponseBodyAccess',
  );
}
