/** Advances a whole set of NFA states over one symbol. */
import { canStartInside, closureOf, type EpsilonClosures, skipSaves } from './epsilon-closure.ts';
import type { Nfa } from './nfa.ts';
import { op } from './op.ts';

/**
 * `search`: whether there is a match anywhere; sets are unordered and always include the start.
 * `positions`: where matches end; like `search`, but continues after an end.
 * `longest`: where matches from one start end; like `positions`, but the start is added once.
 * `preferred`: the end of the preferred match from one start; sets are ordered, and an end cuts off what is less
 * preferred.
 */
export type MatchKind = 'search' | 'positions' | 'longest' | 'preferred';

export type Stepper = {
  readonly nfa: Nfa;
  readonly matchKind: MatchKind;
  readonly closures: EpsilonClosures;
  readonly start: number;
  /** Whether every step adds the start again. */
  readonly restarts: boolean;
  /** The set after the step, in the first `count` elements. */
  next: Int32Array;
  count: number;
};

/**
 * Memory of one step, shared by all automata. State -> number of the step that added it (`step`: the current one);
 * subsumption class -> step, and index of its state in `next`.
 */
const scratch = {
  added: new Int32Array(0),
  subsumptionStep: new Int32Array(0),
  subsumptionIndex: new Int32Array(0),
  step: 0,
};

const LAST_STEP = 2 ** 31 - 1;

/** `closures`: those that `matchKind` needs, of the same NFA. */
export function createStepper(nfa: Nfa, matchKind: MatchKind, closures: EpsilonClosures): Stepper {
  const states = nfa.ops.length;
  const start = skipSaves(nfa, nfa.start);
  return {
    nfa,
    matchKind,
    closures,
    start,
    restarts:
      (matchKind === 'search' || matchKind === 'positions') && canStartInside(closures, start),
    next: new Int32Array(states + 1),
    count: 0,
  };
}

export function stopsAtEnd(matchKind: MatchKind): boolean {
  return matchKind === 'search' || matchKind === 'preferred';
}

/** Makes the set that contains only the start. */
export function stepToStart(stepper: Stepper): void {
  beginStep(stepper);
  add(stepper, stepper.start);
}

/**
 * Steps from the `count` states at `first` of `states`, which context `before` led to, over `symbol`. Returns whether
 * the expression ends before the symbol; a search leaves no set then.
 */
export function step(
  stepper: Stepper,
  states: Int32Array,
  first: number,
  count: number,
  before: number,
  symbol: number,
): boolean {
  const { ops } = stepper.nfa;
  let ends = false;
  beginStep(stepper);
  for (let index = first; index < first + count; index += 1) {
    const state = states[index] ?? 0;
    if (ops[state] === op.bytes) {
      // A shortcut, because most states are of this kind.
      addNext(stepper, state, symbol);
    } else if (addClosure(stepper, state, before, symbol)) {
      ends = true;
      if (stopsAtEnd(stepper.matchKind)) break;
    }
  }
  if (stepper.restarts) add(stepper, stepper.start);
  return ends;
}

/** Returns whether no step from a set of this NFA adds the start, or another state in its place, for a match that has begun. */
export function startsOnce({ nfa, start }: Stepper): boolean {
  const { ops, outs, subsumptionClasses } = nfa;
  if (subsumptionClasses[start] !== 0) return false;
  for (let state = 0; state < ops.length; state += 1) {
    if (ops[state] === op.bytes && skipSaves(nfa, outs[state] ?? 0) === start) return false;
  }
  return true;
}

function beginStep(stepper: Stepper): void {
  growScratch(stepper.nfa);
  if (scratch.step === LAST_STEP) {
    scratch.added.fill(0);
    scratch.subsumptionStep.fill(0);
    scratch.step = 0;
  }
  scratch.step += 1;
  stepper.count = 0;
}

/** Grows at each step, not when an automaton is created: that of another copy of the engine comes without its scratch memory. */
function growScratch({ ops, subsumptionClassCount }: Nfa): void {
  if (ops.length > scratch.added.length) scratch.added = new Int32Array(ops.length);
  if (subsumptionClassCount < scratch.subsumptionStep.length) return;
  scratch.subsumptionStep = new Int32Array(subsumptionClassCount + 1);
  scratch.subsumptionIndex = new Int32Array(subsumptionClassCount + 1);
}

function addNext(stepper: Stepper, state: number, symbol: number): void {
  const { args, outs, automaton } = stepper.nfa;
  const { members, symbolCount } = automaton;
  if (members[(args[state] ?? 0) * symbolCount + symbol] !== 1) return;
  add(stepper, skipSaves(stepper.nfa, outs[state] ?? 0));
}

/** Adds the closure of a state; returns whether the expression ends before the symbol. */
function addClosure(stepper: Stepper, state: number, before: number, symbol: number): boolean {
  const row = closureOf(stepper.closures, state, before, symbol);
  const { lists } = stepper.closures;
  const end = row + 2 + (lists[row + 1] ?? 0);
  for (let index = row + 2; index < end; index += 1) add(stepper, lists[index] ?? 0);
  return lists[row] === 1;
}

function add(stepper: Stepper, state: number): void {
  if (scratch.added[state] === scratch.step) return;
  scratch.added[state] = scratch.step;
  const subsumptionClass = stepper.nfa.subsumptionClasses[state] ?? 0;
  if (
    subsumptionClass !== 0 &&
    stepper.matchKind !== 'preferred' &&
    isCovered(stepper, state, subsumptionClass)
  )
    return;
  stepper.next[stepper.count] = state;
  stepper.count += 1;
}

/**
 * Returns whether another state of the same subsumption class is in the set already; the furthest one remains
 * (Nfa.subsumptionClasses).
 */
function isCovered(stepper: Stepper, state: number, subsumptionClass: number): boolean {
  if (scratch.subsumptionStep[subsumptionClass] !== scratch.step) {
    scratch.subsumptionStep[subsumptionClass] = scratch.step;
    scratch.subsumptionIndex[subsumptionClass] = stepper.count;
    return false;
  }
  const row = scratch.subsumptionIndex[subsumptionClass] ?? 0;
  if (state > (stepper.next[row] ?? 0)) stepper.next[row] = state;
  return true;
}
