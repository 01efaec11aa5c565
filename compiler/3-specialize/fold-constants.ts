/**
 * Follows the phases in the order of execution with what is known of TX. Drops rules that never match and rules after a
 * skip that is always taken, and replaces macros with only one possible text. It uses only what holds on every path to
 * a rule (tx-state.ts).
 */
import { inRanges } from '#engine/transaction/rule-index-set.ts';
import type { FixedContext } from './evaluate-test.ts';
import { mergeEver } from './ever-state.ts';
import { foldRule } from './fold-rule.ts';
import { joinPaths, type Path } from './path.ts';
import type { FoldedRule, PhaseProgram, Program, Rule, Step } from './program.ts';
import { readsMatchBefore } from './reads-match.ts';
import { emptyState, join, type TxState } from './tx-state.ts';

export function foldConstants(program: Program): Program {
  const context = foldContext(program);
  const folded: FoldedRule[] = [...program.folded];
  const phases: PhaseProgram[] = [];
  let entry: TxState = emptyState;
  let ever: TxState = emptyState;
  for (const phase of program.phases) {
    // After an interruption the logging phase starts from any point of the program.
    const walk = walkPhase(phase, phase.phase === 5 ? ever : entry, context, ever);
    phases.push({ phase: phase.phase, steps: walk.steps });
    folded.push(...walk.folded);
    // Phase 2 and later phases may be skipped, by allow:request or by the host.
    entry = phase.phase === 1 ? walk.exit : (join(entry, walk.exit) ?? walk.exit);
    ever = walk.ever;
  }
  return { ...program, phases, folded };
}

type FoldContext = FixedContext & Pick<Program, 'removals'>;

type PhaseWalk = {
  readonly steps: readonly Step[];
  readonly folded: readonly FoldedRule[];
  /** The state at the start of the next phase. */
  readonly exit: TxState;
  /** All values that any variable may have had so far. */
  readonly ever: TxState;
};

/** The current position in the phase, with the results so far. */
type Walk = {
  readonly steps: Step[];
  readonly folded: FoldedRule[];
  /** The states at the targets of skips, by label. */
  readonly landings: Map<string, Path>;
  /** Undefined when no path leads here. */
  path: Path | undefined;
  /** The state where an `allow` has ended the phase. */
  exit: TxState | undefined;
  ever: TxState;
};

function walkPhase(
  { steps }: PhaseProgram,
  start: TxState,
  context: FoldContext,
  before: TxState,
): PhaseWalk {
  const walk: Walk = {
    steps: [],
    folded: [],
    landings: new Map(),
    path: { tx: start, onlyIfRemoved: undefined },
    exit: undefined,
    ever: mergeEver(before, start),
  };
  for (const step of steps) {
    if (step.kind === 'Rule') walkRule(walk, step, context);
    else {
      walk.path = joinPaths(walk.path, walk.landings.get(step.label));
      walk.steps.push(step);
    }
  }
  const exit = join(walk.path?.tx, walk.exit) ?? start;
  return { steps: walk.steps, folded: walk.folded, exit, ever: mergeEver(walk.ever, exit) };
}

function walkRule(walk: Walk, rule: Rule, context: FoldContext): void {
  const { path } = walk;
  const { id } = rule.info;
  if (path === undefined || isRemovedToo(rule, path, context)) {
    walk.folded.push({ id, why: 'always skipped by an earlier rule' });
    return;
  }
  const { rule: folded, matched, unmatched } = foldRule(rule, path.tx, context);
  walk.ever = mergeEver(walk.ever, matched ?? path.tx);
  const onMatch = matched && { ...path, tx: matched };
  const onMiss = joinPaths(unmatched && { ...path, tx: unmatched }, pathWhenRemoved(rule, path));
  if (rule.skipTo === undefined) walk.path = joinPaths(onMiss, onMatch);
  else {
    walk.path = onMiss;
    const landing = joinPaths(walk.landings.get(rule.skipTo), onMatch);
    if (landing !== undefined) walk.landings.set(rule.skipTo, landing);
  }
  if (rule.disruptive?.kind === 'allow') walk.exit = join(walk.exit, matched);
  if (folded === undefined) walk.folded.push({ id, why: 'never matches' });
  else walk.steps.push(folded);
}

/** Returns the path past a rule that a ctl has removed. */
function pathWhenRemoved({ condition }: Rule, path: Path): Path | undefined {
  if (!condition.removable) return undefined;
  if (condition.removedBy.length === 0) return path;
  return { ...path, onlyIfRemoved: new Set(condition.removedBy) };
}

/** Returns whether every ctl that may lead to this rule has removed this rule as well. */
function isRemovedToo(
  { ruleIndex }: Rule,
  { onlyIfRemoved }: Path,
  { removals }: FoldContext,
): boolean {
  if (onlyIfRemoved === undefined) return false;
  return [...onlyIfRemoved].every((index) => inRanges(removals[index] ?? [], ruleIndex));
}

function foldContext(program: Program): FoldContext {
  const turnsOn = program.phases.some(({ steps }) =>
    steps.some((step) => step.kind === 'Rule' && step.links.some(turnsResponseBodyOn)),
  );
  return {
    settings: program.settings,
    removals: program.removals,
    responseBodyOff: !program.settings.responseBodyAccess && !turnsOn,
    readsMatches: readsMatchBefore(program),
  };
}

function turnsResponseBodyOn(link: Rule['links'][number]): boolean {
  return link.effects.some(
    (effect) => effect.kind === 'Control' && effect.control.kind === 'ResponseBodyAccess',
  );
}
