/**
 * Walks the phases as the engine will, with what is known of TX, and decides what can be decided: rules
 * that never match are dropped, what lies behind a skip that is always taken is dropped, and macros whose
 * text is certain become text. Only what holds on every way to a rule is used (tx-state.ts).
 */
import { join, type TxState, emptyState } from './tx-state.ts';
import type { FixedContext } from './evaluate-test.ts';
import { type FoldedStep, foldRule } from './fold-rule.ts';
import { mergeEver } from './ever-state.ts';
import type { FoldedRule, PhaseProgram, Program, Rule, Step } from './program.ts';

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

function walkPhase(
  { steps }: PhaseProgram,
  start: TxState,
  context: FixedContext,
  before: TxState,
): PhaseWalk {
  const kept: Step[] = [];
  const folded: FoldedRule[] = [];
  const landings = new Map<string, TxState>();
  let state: TxState | undefined = start;
  let exit: TxState | undefined;
  let ever = mergeEver(before, start);
  for (const step of steps) {
    if (step.kind === 'Marker') {
      state = join(state, landings.get(step.label));
      kept.push(step);
      continue;
    }
    if (state === undefined) {
      folded.push({ id: step.info.id, why: 'behind a skip that is always taken' });
      continue;
    }
    const result: FoldedStep = foldRule(step, state, context);
    ever = mergeEver(ever, result.matched ?? state);
    if (step.skipTo !== undefined && result.matched !== undefined) {
      const landing = join(landings.get(step.skipTo), result.matched);
      if (landing !== undefined) landings.set(step.skipTo, landing);
    }
    if (step.disruptive?.kind === 'allow') exit = join(exit, result.matched);
    state = join(result.unmatched, step.skipTo === undefined ? result.matched : undefined);
    if (result.rule === undefined) folded.push({ id: step.info.id, why: 'never matches' });
    else kept.push(certainSkip(result));
  }
  const end = join(state, exit) ?? start;
  return { steps: kept, folded, exit: end, ever: mergeEver(ever, end) };
}

/** A rule that always skips leaves only unreachable rules behind it: its skip needs no code. */
function certainSkip(result: FoldedStep): Rule {
  const { rule } = result;
  if (rule === undefined) throw new Error('Compiler bug: a dropped rule has no skip');
  return result.unmatched === undefined ? { ...rule, skipTo: undefined } : rule;
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
