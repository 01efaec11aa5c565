/**
 * Back-references, which no automaton can follow: the NFA is run by trying one way after the other, as PCRE
 * does, and every step is counted. An automaton that matches more than the expression does tells first where
 * a match may start: most texts have no such place.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { stepsUsedUp } from '../transaction/step-limit.ts';
import { type Automaton, type AutomatonCode, decodeAutomaton } from './automaton-code.ts';
import { contextAt, holds } from './epsilon-closure.ts';
import { type Matcher, startsIn, test } from './matcher.ts';
import { buildNfa, type Nfa } from './nfa.ts';
import { op } from './op.ts';

export type Backtracker = {
  readonly automaton: Automaton;
  readonly nfa: Nfa;
  readonly looks: readonly Nfa[];
  /** Matches wherever the expression does; undefined: every place is tried. */
  readonly filter: Matcher | undefined;
  /** Steps that one value may take (SecPcreMatchLimit). */
  readonly limit: number;
};

export function loadBacktracker(code: AutomatonCode, limit: number, filter?: Matcher): Backtracker {
  const automaton = decodeAutomaton(code);
  const nfaOf = (tree: Automaton['tree']): Nfa => buildNfa(automaton, tree, 'forward');
  return {
    automaton,
    nfa: nfaOf(automaton.tree),
    looks: automaton.looks.map(({ tree }) => nfaOf(tree)),
    filter,
    limit,
  };
}

type Run = {
  readonly backtracker: Backtracker;
  readonly value: ByteString;
  /** Start and end of the match and of each group, -1: not set. */
  readonly slots: Int32Array;
  readonly steps: StepsLeft;
};

/** Steps that may still be taken; taking them lowers it. */
export type StepsLeft = { left: number };

/**
 * The leftmost, preferred match: its text and that of each group, "" for a group that took no part;
 * undefined: no match. Throws `stepsUsedUp` when no steps are left.
 */
export function backtrackMatch(
  backtracker: Backtracker,
  value: ByteString,
  steps: StepsLeft,
): readonly ByteString[] | undefined {
  const { filter } = backtracker;
  if (filter !== undefined && !test(filter, value)) return undefined;
  const starts = filter && startsIn(filter, value);
  const slotCount = 2 * (backtracker.automaton.groupCount + 1);
  const slots = new Int32Array(slotCount);
  const run: Run = { backtracker, value, slots, steps };
  for (let from = 0; from <= value.length; from += 1) {
    if (starts?.[from] === 0) continue;
    slots.fill(-1);
    const end = follow(run, backtracker.nfa, from);
    if (end === undefined) continue;
    [slots[0], slots[1]] = [from, end];
    return Array.from({ length: slotCount / 2 }, (_, group) => textOf(run, group) ?? '');
  }
  return undefined;
}

function textOf({ slots, value }: Run, group: number): ByteString | undefined {
  const [start = -1, end = -1] = [slots[2 * group], slots[2 * group + 1]];
  return start === -1 || end === -1 ? undefined : value.slice(start, end);
}

/** A way not taken yet, or a slot to be set back. */
type Untried =
  | { readonly kind: 'State'; readonly state: number; readonly place: number }
  | { readonly kind: 'Slot'; readonly slot: number; readonly place: number };

/** Where `nfa`, begun at `from`, ends (at `mustEnd` if given); undefined: nowhere. */
function follow(run: Run, nfa: Nfa, from: number, mustEnd?: number): number | undefined {
  const untried: Untried[] = [{ kind: 'State', state: nfa.start, place: from }];
  for (let next = untried.pop(); next !== undefined; next = untried.pop()) {
    if (next.kind === 'Slot') {
      run.slots[next.slot] = next.place;
      continue;
    }
    const end = walk(run, nfa, next.state, next.place, untried);
    if (end !== undefined && (mustEnd === undefined || end === mustEnd)) return end;
  }
  return undefined;
}

/** One way from a state on, as far as it goes; where it ends, or undefined. */
function walk(
  run: Run,
  nfa: Nfa,
  start: number,
  from: number,
  untried: Untried[],
): number | undefined {
  let [state, place] = [start, from];
  while (state !== FAILED && nfa.ops[state] !== op.match) {
    run.steps.left -= 1;
    if (run.steps.left < 0) throw stepsUsedUp;
    const width = widthOf(run, nfa, state);
    state = nextState(run, nfa, state, place, untried);
    place += width;
  }
  return state === FAILED ? undefined : place;
}

const FAILED = -1;

/** Bytes that the state takes when it goes on. */
function widthOf(run: Run, nfa: Nfa, state: number): number {
  if (nfa.ops[state] === op.bytes) return 1;
  return nfa.ops[state] === op.backReference
    ? (textOf(run, (nfa.args[state] ?? 0) >> 1)?.length ?? 0)
    : 0;
}

/** The state to go on with, or FAILED; what else could be tried goes onto `untried`. */
function nextState(run: Run, nfa: Nfa, state: number, place: number, untried: Untried[]): number {
  const [out = FAILED, alternative = FAILED] = [nfa.outs[state], nfa.alternatives[state]];
  const arg = nfa.args[state] ?? 0;
  switch (nfa.ops[state]) {
    case op.bytes:
      return takes(nfa, arg, run.value, place) ? out : FAILED;
    case op.split:
      untried.push({ kind: 'State', state: alternative, place });
      return out;
    case op.save:
      untried.push({ kind: 'Slot', slot: arg, place: run.slots[arg] ?? -1 });
      run.slots[arg] = place;
      return out;
    case op.assertion:
      return holds(nfa, arg, contextAt(nfa, run.value, place - 1), contextAt(nfa, run.value, place))
        ? out
        : FAILED;
    case op.look:
      return looks(run, arg, place) ? out : FAILED;
    default:
      return repeats(run, arg, place, out, alternative);
  }
}

function takes(nfa: Nfa, set: number, value: ByteString, place: number): boolean {
  const { classes, members, symbolCount } = nfa.automaton;
  if (place >= value.length) return false;
  const symbol = classes[value.charCodeAt(place) & 255] ?? 0;
  return members[set * symbolCount + symbol] === 1;
}

/** A group that took no part repeats nothing: it fails (PCRE). An empty text goes on at `empty`. */
function repeats(run: Run, arg: number, place: number, out: number, empty: number): number {
  const text = textOf(run, arg >> 1);
  if (text === undefined) return FAILED;
  if (text === '') return empty;
  const here = run.value.slice(place, place + text.length);
  const same = (arg & 1) === 1 ? here.toLowerCase() === text.toLowerCase() : here === text;
  return same ? out : FAILED;
}

/** Look-behind tries every start, the nearest first; what it captures is not kept. */
function looks(run: Run, look: number, place: number): boolean {
  const { backtracker } = run;
  const { direction, negated } = backtracker.automaton.looks[look] ?? NO_LOOK;
  const nfa = backtracker.looks[look];
  if (nfa === undefined) return false;
  if (direction === 'Ahead') return (follow(run, nfa, place) !== undefined) !== negated;
  for (let from = place; from >= 0; from -= 1) {
    if (follow(run, nfa, from, place) !== undefined) return !negated;
  }
  return negated;
}

const NO_LOOK = { direction: 'Ahead', negated: false } as const;
