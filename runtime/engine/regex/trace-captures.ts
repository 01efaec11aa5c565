/**
 * Finds the groups of a match whose span is known. It records the sets that an ordered automaton passes through over
 * the match, and follows them back from the end. Each state of a set comes from the first state of the previous set
 * that leads to it; which one, and which groups the path passes, is cached.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { type Dfa, entryWithoutEviction, evict, growBudget, isFull, startState } from './dfa.ts';
import { contextAt, holds, skipSaves, symbolAt } from './epsilon-closure.ts';
import type { Nfa } from './nfa.ts';
import { op } from './op.ts';
import type { StateSets } from './state-sets.ts';

/** A step over one symbol: the state it comes from, and the captures set on the path, last first. */
type Step = { readonly from: number; readonly saves: readonly Save[] };
/** `shift`: bytes from the position of the symbol to the captured position. */
type Save = { readonly captureIndex: number; readonly shift: 0 | 1 };

export type Tracer = {
  /** An automaton of match kind `preferred`. */
  readonly dfa: Dfa;
  /** Entry of the automaton and the state that it leads to, as one number -> step; valid for the states of `stepsOf`. */
  readonly steps: Map<number, Step>;
  stepsOf: StateSets;
  /** States still to enter, and the state before each on its path. */
  readonly stack: Int32Array;
  readonly before: Int32Array;
  /** State -> the state before it on the path, -1 when it has not been entered. */
  readonly cameFrom: Int32Array;
};

/** Steps that are cached, 100 bytes each. */
const MAX_STEPS = 1024;

export function createTracer(dfa: Dfa): Tracer {
  const states = dfa.stepper.nfa.ops.length;
  return {
    dfa,
    steps: new Map(),
    stepsOf: dfa.sets,
    stack: new Int32Array(2 * states + 2),
    before: new Int32Array(2 * states + 2),
    cameFrom: new Int32Array(states),
  };
}

/**
 * Returns start and end of the match and of each group, -1 for a group that did not take part, for the preferred
 * match from `start`, which ends at `end`; undefined: the text needs too many new states. Linear.
 */
export function traceCaptures(
  tracer: Tracer,
  value: ByteString,
  start: number,
  end: number,
): Int32Array | undefined {
  const { dfa } = tracer;
  growBudget(dfa, end - start);
  const states = statesOver(dfa, value, start, end);
  const captures = states && capturesAlong(tracer, value, start, states);
  evict(dfa);
  return captures;
}

/** Returns the states of the automaton at `start` to `end`; undefined: too many new states. */
function statesOver(
  dfa: Dfa,
  value: ByteString,
  start: number,
  end: number,
): Int32Array | undefined {
  const { nfa } = dfa.stepper;
  const states = new Int32Array(end - start + 1);
  let state = startState(dfa, contextAt(nfa, value, start - 1));
  states[0] = state;
  for (let position = start; position < end; position += 1) {
    const entry = entryWithoutEviction(dfa, state, symbolAt(nfa, value, position));
    if (entry === 0 || isFull(dfa)) return undefined;
    state = Math.abs(entry);
    states[position + 1 - start] = state;
  }
  return states;
}

/** `target` of the step that ends in the match. */
const MATCH = 0;

function capturesAlong(
  tracer: Tracer,
  value: ByteString,
  start: number,
  states: Int32Array,
): Int32Array {
  const { nfa, start: first } = tracer.dfa.stepper;
  const captures = new Int32Array(2 * (nfa.automaton.groupCount + 1)).fill(-1);
  const end = start + states.length - 1;
  [captures[0], captures[1]] = [start, end];
  let target = MATCH;
  for (let position = end; position >= start; position -= 1) {
    const { from, saves } = stepTo(
      tracer,
      states[position - start] ?? 0,
      symbolAt(nfa, value, position),
      target,
    );
    for (const { captureIndex, shift } of saves) capture(captures, captureIndex, position + shift);
    target = from + 1;
  }
  for (let state = nfa.start; state !== first; state = nfa.outs[state] ?? first) {
    capture(captures, nfa.args[state] ?? 0, start);
  }
  return captures;
}

/** Sets a capture. The last iteration of a group counts, which is met first on the way back. */
function capture(captures: Int32Array, captureIndex: number, position: number): void {
  if (captures[captureIndex] === -1) captures[captureIndex] = position;
}

/** Returns the cached step. `target`: number of the NFA state + 1, or MATCH. */
function stepTo(tracer: Tracer, state: number, symbol: number, target: number): Step {
  const { dfa, steps } = tracer;
  if (tracer.stepsOf !== dfa.sets || steps.size >= MAX_STEPS) {
    tracer.stepsOf = dfa.sets;
    steps.clear();
  }
  const key = (state + symbol) * (dfa.stepper.nfa.ops.length + 1) + target;
  const known = steps.get(key);
  if (known !== undefined) return known;
  const found = findStep(tracer, state, symbol, target);
  steps.set(key, found);
  return found;
}

function findStep(tracer: Tracer, state: number, symbol: number, target: number): Step {
  const { sets, symbolCount } = tracer.dfa;
  const number = state / symbolCount - 1;
  const context = sets.befores[number] ?? 0;
  const first = sets.starts[number] ?? 0;
  const end = first + (sets.counts[number] ?? 0);
  for (let index = first; index < end; index += 1) {
    const from = sets.members[index] ?? 0;
    const last = follow(tracer, from, context, symbol, target);
    if (last !== undefined) return { from, saves: savesAlong(tracer, last) };
  }
  return { from: tracer.dfa.stepper.start, saves: [] };
}

/** Returns the state that leads over `symbol` to `target`, or the match, on the preferred path from `from`. */
function follow(
  { dfa, stack, before, cameFrom }: Tracer,
  from: number,
  context: number,
  symbol: number,
  target: number,
): number | undefined {
  const { nfa } = dfa.stepper;
  cameFrom.fill(NOT_ENTERED);
  [stack[0], before[0]] = [from, FIRST];
  let top = 1;
  while (top > 0) {
    top -= 1;
    const state = stack[top] ?? 0;
    if (cameFrom[state] !== NOT_ENTERED) continue;
    cameFrom[state] = before[top] ?? FIRST;
    if (takes(nfa, state, symbol, target)) return state;
    const bottom = top;
    if (nfa.ops[state] === op.split) stack[top++] = nfa.alternatives[state] ?? 0;
    if (leadsOn(nfa, state, context, symbol)) stack[top++] = nfa.outs[state] ?? 0;
    before.fill(state, bottom, top);
  }
  return undefined;
}

const NOT_ENTERED = -1;
const FIRST = -2;

function takes(nfa: Nfa, state: number, symbol: number, target: number): boolean {
  const kind = nfa.ops[state];
  if (kind === op.match) return target === MATCH;
  if (kind !== op.bytes || skipSaves(nfa, nfa.outs[state] ?? 0) !== target - 1) return false;
  const { members, symbolCount } = nfa.automaton;
  return members[(nfa.args[state] ?? 0) * symbolCount + symbol] === 1;
}

function leadsOn(nfa: Nfa, state: number, before: number, symbol: number): boolean {
  const kind = nfa.ops[state];
  if (kind === op.bytes || kind === op.match) return false;
  const after = nfa.automaton.contexts[symbol] ?? 0;
  return kind !== op.assertion || holds(nfa, nfa.args[state] ?? 0, before, after);
}

/** Returns the captures set after the symbol that `last` consumes, and before it on the path there; last first. */
function savesAlong({ dfa, cameFrom }: Tracer, last: number): readonly Save[] {
  const { ops, args, outs } = dfa.stepper.nfa;
  const saves: Save[] = [];
  for (let state = last; state !== FIRST; state = cameFrom[state] ?? FIRST) {
    if (ops[state] === op.save) saves.push({ captureIndex: args[state] ?? 0, shift: 0 });
  }
  if (ops[last] === op.match) return saves;
  const after: Save[] = [];
  for (let state = outs[last] ?? 0; ops[state] === op.save; state = outs[state] ?? 0) {
    after.push({ captureIndex: args[state] ?? 0, shift: 1 });
  }
  return [...after.toReversed(), ...saves];
}
