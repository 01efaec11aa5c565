/** Builds a nondeterministic automaton (Thompson) from an expression tree, with alternatives in order of preference. */
import type { Automaton, ReferenceTree, RepeatTree, Tree } from './automaton-code.ts';
import { op } from './op.ts';

/** `forward` reads the text from left to right and captures; `backward` reads it from right to left without captures. */
export type Direction = 'forward' | 'backward';

export type Nfa = {
  readonly automaton: Automaton;
  readonly direction: Direction;
  readonly start: number;
  readonly ops: Uint8Array;
  readonly args: Uint16Array;
  readonly outs: Uint16Array;
  readonly alternatives: Uint16Array;
  /**
   * Subsumption class of each state before the optional copies of one repeated byte, or 0. In one class, the state
   * with the higher number has more copies left and matches whatever the others match.
   */
  readonly subsumptionClasses: Uint16Array;
  readonly subsumptionClassCount: number;
  /** Like Automaton.assertions, but with before and after in reading direction. */
  readonly assertions: Uint8Array;
  /** The tree needs more than MAX_STATES, so this automaton is incomplete. */
  readonly isTooLarge: boolean;
};

/** Expanded states of one tree, whose numbers take 16 bits; CRS 4.28 needs at most 6,600. */
export const MAX_STATES = 60_000;

type Builder = {
  readonly direction: Direction;
  readonly ops: number[];
  readonly args: number[];
  readonly outs: number[];
  readonly alternatives: number[];
  readonly subsumptionClasses: number[];
  subsumptionClassCount: number;
};

/** Builds the NFA of a tree of `automaton`: its own, or that of a look-around. */
export function buildNfa(automaton: Automaton, tree: Tree, direction: Direction): Nfa {
  const builder: Builder = {
    direction,
    ops: [],
    args: [],
    outs: [],
    alternatives: [],
    subsumptionClasses: [],
    subsumptionClassCount: 0,
  };
  const start = build(builder, tree, emit(builder, op.match, 0, 0));
  return {
    automaton,
    direction,
    start,
    ops: Uint8Array.from(builder.ops),
    args: Uint16Array.from(builder.args),
    outs: Uint16Array.from(builder.outs),
    alternatives: Uint16Array.from(builder.alternatives),
    subsumptionClasses: Uint16Array.from(builder.subsumptionClasses),
    subsumptionClassCount: builder.subsumptionClassCount,
    assertions: direction === 'forward' ? automaton.assertions : transposed(automaton),
    isTooLarge: isFull(builder),
  };
}

function transposed({ assertions, contextCount }: Automaton): Uint8Array {
  return assertions.map((_, cell) => {
    const after = cell % contextCount;
    const row = (cell - after) / contextCount;
    const before = row % contextCount;
    return assertions[(row - before + after) * contextCount + before] ?? 0;
  });
}

function isFull(builder: Builder): boolean {
  return builder.ops.length > MAX_STATES;
}

function emit(builder: Builder, kind: number, arg: number, out: number, alternative = 0): number {
  builder.ops.push(kind);
  builder.args.push(arg);
  builder.outs.push(out);
  builder.alternatives.push(alternative);
  builder.subsumptionClasses.push(0);
  return builder.ops.length - 1;
}

/**
 * Returns the first of the states that match `tree` and continue at `next`. Built from the end, so that `next` is
 * known.
 */
function build(builder: Builder, tree: Tree, next: number): number {
  if (isFull(builder)) return next;
  switch (tree.kind) {
    case 'Set':
      return emit(builder, op.bytes, tree.set, next);
    case 'Sequence': {
      let state = next;
      for (const item of lastFirst(builder, tree.items)) state = build(builder, item, state);
      return state;
    }
    case 'Alternation': {
      let state: number | undefined;
      for (const item of tree.items.toReversed()) {
        const entry = build(builder, item, next);
        state = state === undefined ? entry : emit(builder, op.split, 0, entry, state);
      }
      return state ?? next;
    }
    case 'Group': {
      if (builder.direction === 'backward') return build(builder, tree.item, next);
      const close = emit(builder, op.save, 2 * tree.index + 1, next);
      return emit(builder, op.save, 2 * tree.index, build(builder, tree.item, close));
    }
    case 'Repeat':
      return buildRepeat(builder, tree, next);
    case 'Assertion':
      return emit(builder, op.assertion, tree.assertion, next);
    case 'Look':
      return emit(builder, op.look, tree.look, next);
    case 'BackReference':
      return emit(builder, op.backReference, referenceArgument(tree), next, next);
  }
}

function referenceArgument({ group, ignoreCase }: ReferenceTree): number {
  return 2 * group + (ignoreCase ? 1 : 0);
}

function lastFirst(builder: Builder, items: readonly Tree[]): readonly Tree[] {
  return builder.direction === 'forward' ? items.toReversed() : items;
}

/** Returns a state that enters the repeated item or leaves it, in the order that `greedy` implies. */
function emitChoice(builder: Builder, greedy: boolean, enter: number, leave: number): number {
  return greedy
    ? emit(builder, op.split, 0, enter, leave)
    : emit(builder, op.split, 0, leave, enter);
}

/** Builds `x{2,4}` as `xx(x(x)?)?`, `x{2,}` as `xx+`. */
function buildRepeat(builder: Builder, tree: RepeatTree, next: number): number {
  const { item, min, max, greedy } = tree;
  let state = next;
  let copies = min;
  if (max === undefined) {
    const { again, body } = buildLoop(builder, tree, next);
    state = min === 0 ? again : body;
    copies -= 1;
  } else {
    const isSubsuming = item.kind === 'Set' && max - min > 1;
    if (isSubsuming) builder.subsumptionClassCount += 1;
    for (let copy = min; copy < max && !isFull(builder); copy += 1) {
      state = emitChoice(builder, greedy, build(builder, item, state), next);
      if (isSubsuming) builder.subsumptionClasses[state] = builder.subsumptionClassCount;
    }
  }
  for (; copies > 0 && !isFull(builder); copies -= 1) state = build(builder, item, state);
  return state;
}

/**
 * Builds a loop: `again` decides about one more iteration, `body` is an iteration. An iteration that matched nothing
 * ends the loop (PCRE). When reading backward only the language counts, to which a second visit adds nothing.
 */
function buildLoop(
  builder: Builder,
  { item, greedy }: RepeatTree,
  next: number,
): { readonly again: number; readonly body: number } {
  const again = emitChoice(builder, greedy, next, next);
  const body =
    item.nullable && builder.direction === 'forward'
      ? buildTracking(builder, item, next, again)
      : build(builder, item, again);
  if (greedy) builder.outs[again] = body;
  else builder.alternatives[again] = body;
  return { again, body };
}

/** Builds states as `build` does, which continue at `nextEmpty` when `tree` matched the empty string. */
function buildTracking(builder: Builder, tree: Tree, nextEmpty: number, next: number): number {
  if (isFull(builder)) return next;
  switch (tree.kind) {
    case 'Set':
      return build(builder, tree, next);
    case 'Assertion':
    case 'Look':
      return build(builder, tree, nextEmpty);
    case 'BackReference':
      return emit(builder, op.backReference, referenceArgument(tree), next, nextEmpty);
    case 'Sequence': {
      let [empty, state] = [nextEmpty, next];
      for (const item of tree.items.toReversed()) {
        empty = buildTracking(builder, item, empty, state);
        state = build(builder, item, state);
      }
      return empty;
    }
    case 'Alternation': {
      let state: number | undefined;
      for (const item of tree.items.toReversed()) {
        const entry = buildTracking(builder, item, nextEmpty, next);
        state = state === undefined ? entry : emit(builder, op.split, 0, entry, state);
      }
      return state ?? nextEmpty;
    }
    case 'Group': {
      const captureIndex = 2 * tree.index;
      const closeEmpty = emit(builder, op.save, captureIndex + 1, nextEmpty);
      const close = emit(builder, op.save, captureIndex + 1, next);
      const entry = buildTracking(builder, tree.item, closeEmpty, close);
      return emit(builder, op.save, captureIndex, entry);
    }
    case 'Repeat':
      return buildTrackingRepeat(builder, tree, nextEmpty, next);
  }
}

function buildTrackingRepeat(
  builder: Builder,
  tree: RepeatTree,
  nextEmpty: number,
  next: number,
): number {
  const { item, min, max, greedy } = tree;
  let [empty, state] = [nextEmpty, next];
  let copies = min;
  if (max === undefined) {
    const { again, body } = buildLoop(builder, tree, next);
    const entry = item.nullable ? buildTracking(builder, item, nextEmpty, again) : body;
    empty = min === 0 ? emitChoice(builder, greedy, entry, nextEmpty) : entry;
    state = min === 0 ? again : body;
    copies -= 1;
  } else {
    for (let copy = min; copy < max && !isFull(builder); copy += 1) {
      const entry = buildTracking(builder, item, empty, state);
      empty = emitChoice(builder, greedy, entry, nextEmpty);
      state = emitChoice(builder, greedy, build(builder, item, state), next);
    }
  }
  for (; copies > 0 && !isFull(builder); copies -= 1) {
    empty = buildTracking(builder, item, empty, state);
    state = build(builder, item, state);
  }
  return empty;
}
