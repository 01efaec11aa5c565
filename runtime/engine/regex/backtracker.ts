/**
 * Matches back-references, which no automaton can do: the NFA runs by trying one path after the other, as in PCRE,
 * and every step is counted. An automaton that matches a superset of the expression first finds where a match may
 * start: most texts have no such position.
 */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { stepsUsedUp } from '../host/step-limit.ts';
import {
  type Automaton,
  type AutomatonCode,
  decodeAutomaton,
  type Tree,
} from './automaton-code.ts';
import { contextAt, holds } from './epsilon-closure.ts';
import { type Matcher, startsIn, test } from './matcher.ts';
import { buildNfa, type Nfa } from './nfa.ts';
import { op } from './op.ts';

export type Backtracker = {
  readonly automaton: Automaton;
  readonly nfa: Nfa;
  readonly lookarounds: readonly Nfa[];
  /** Matches at least wherever the expression does; undefined: every position is tried. */
  readonly filter: Matcher | undefined;
  /** Steps that one value may take (SecPcreMatchLimit). */
  readonly limit: number;
};

export function loadBacktracker(code: AutomatonCode, limit: number, filter?: Matcher): Backtracker {
  const automaton = decodeAutomaton(code);
  const nfaOf = (tree: Tree): Nfa => buildNfa(automaton, tree, 'forward');
  return {
    automaton,
    nfa: nfaOf(automaton.tree()),
    lookarounds: automaton.lookarounds.map(({ tree }) => nfaOf(tree)),
    filter,
    limit,
  };
}

type Run = {
  readonly backtracker: Backtracker;
  readonly value: ByteString;
  /** Start and end of the match and of each group, then where each group was last entered; -1: not set. */
  readonly captures: Int32Array;
  /** Index of the first entry in `captures` that says where a group was entered. */
  readonly entered: number;
  readonly steps: StepsLeft;
};

/** Steps that may still be taken; each step decrements it. */
export type StepsLeft = { left: number };

/**
 * Returns the leftmost, preferred match: its text and that of each group, "" for a group that did not take part;
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
  const texts = backtracker.automaton.groupCount + 1;
  const captures = new Int32Array(3 * texts);
  const run: Run = { backtracker, value, captures, entered: 2 * texts, steps };
  for (let from = 0; from <= value.length; from += 1) {
    if (starts?.[from] === 0) continue;
    captures.fill(-1);
    const end = follow(run, backtracker.nfa, from);
    if (end === undefined) continue;
    [captures[0], captures[1]] = [from, end];
    return Array.from({ length: texts }, (_, group) => textOf(run, group) ?? '');
  }
  return undefined;
}

function textOf({ captures, value }: Run, group: number): ByteString | undefined {
  const [start = -1, end = -1] = [captures[2 * group], captures[2 * group + 1]];
  return start === -1 || end === -1 ? undefined : value.slice(start, end);
}

/** A path not yet tried, or a capture to restore. */
type Untried =
  | { readonly kind: 'State'; readonly state: number; readonly position: number }
  | { readonly kind: 'RestoreCapture'; readonly captureIndex: number; readonly position: number };

/** Returns where `nfa`, started at `from`, ends (at `mustEnd` when given); undefined: no match. */
function follow(run: Run, nfa: Nfa, from: number, mustEnd?: number): number | undefined {
  const untried: Untried[] = [{ kind: 'State', state: nfa.start, position: from }];
  for (let next = untried.pop(); next !== undefined; next = untried.pop()) {
    if (next.kind === 'RestoreCapture') {
      run.captures[next.captureIndex] = next.position;
      continue;
    }
    const end = walk(run, nfa, next.state, next.position, untried);
    if (end !== undefined && (mustEnd === undefined || end === mustEnd)) return end;
  }
  return undefined;
}

/** Follows one path from a state as far as it goes; returns where it matches, or undefined. */
function walk(
  run: Run,
  nfa: Nfa,
  start: number,
  from: number,
  untried: Untried[],
): number | undefined {
  let [state, position] = [start, from];
  while (state !== FAILED && nfa.ops[state] !== op.match) {
    run.steps.left -= 1;
    if (run.steps.left < 0) throw stepsUsedUp;
    const width = widthOf(run, nfa, state);
    state = nextState(run, nfa, state, position, untried);
    position += width;
  }
  return state === FAILED ? undefined : position;
}

const FAILED = -1;

/** Returns how many bytes the state consumes. */
function widthOf(run: Run, nfa: Nfa, state: number): number {
  if (nfa.ops[state] === op.bytes) return 1;
  return nfa.ops[state] === op.backReference
    ? (textOf(run, (nfa.args[state] ?? 0) >> 1)?.length ?? 0)
    : 0;
}

/** Returns the next state, or FAILED; other paths go onto `untried`. */
function nextState(
  run: Run,
  nfa: Nfa,
  state: number,
  position: number,
  untried: Untried[],
): number {
  const [out = FAILED, alternative = FAILED] = [nfa.outs[state], nfa.alternatives[state]];
  const arg = nfa.args[state] ?? 0;
  switch (nfa.ops[state]) {
    case op.bytes:
      return takes(nfa, arg, run.value, position) ? out : FAILED;
    case op.split:
      untried.push({ kind: 'State', state: alternative, position });
      return out;
    case op.save:
      save(run, arg, position, untried);
      return out;
    case op.assertion:
      return holds(
        nfa,
        arg,
        contextAt(nfa, run.value, position - 1),
        contextAt(nfa, run.value, position),
      )
        ? out
        : FAILED;
    case op.look:
      return lookarounds(run, arg, position) ? out : FAILED;
    default:
      return repeats(run, arg, position, out, alternative);
  }
}

/**
 * Enters or leaves a group. Its text is set when it is left: until then a back-reference inside it repeats the text of the
 * previous iteration (PCRE).
 */
function save(run: Run, arg: number, position: number, untried: Untried[]): void {
  const entered = run.entered + (arg >> 1);
  if ((arg & 1) === 0) setCapture(run, entered, position, untried);
  else {
    setCapture(run, arg - 1, run.captures[entered] ?? -1, untried);
    setCapture(run, arg, position, untried);
  }
}

function setCapture(run: Run, captureIndex: number, position: number, untried: Untried[]): void {
  untried.push({
    kind: 'RestoreCapture',
    captureIndex,
    position: run.captures[captureIndex] ?? -1,
  });
  run.captures[captureIndex] = position;
}

function takes(nfa: Nfa, set: number, value: ByteString, position: number): boolean {
  const { classes, members, symbolCount } = nfa.automaton;
  if (position >= value.length) return false;
  const symbol = classes[value.charCodeAt(position) & 255] ?? 0;
  return members[set * symbolCount + symbol] === 1;
}

/**
 * Returns the state after a back-reference. A group that did not take part fails (PCRE); after an empty group the
 * path continues at `empty`.
 */
function repeats(run: Run, arg: number, position: number, out: number, empty: number): number {
  const text = textOf(run, arg >> 1);
  if (text === undefined) return FAILED;
  if (text === '') return empty;
  const here = run.value.slice(position, position + text.length);
  const same = (arg & 1) === 1 ? lowerAscii(here) === lowerAscii(text) : here === text;
  return same ? out : FAILED;
}

/** Returns whether a look-around holds. Look-behind tries every start, the nearest first; its captures are dropped. */
function lookarounds(run: Run, look: number, position: number): boolean {
  const { backtracker } = run;
  const { direction, negated } = backtracker.automaton.lookarounds[look] ?? NO_LOOK;
  const nfa = backtracker.lookarounds[look];
  if (nfa === undefined) return false;
  if (direction === 'Lookahead') return (follow(run, nfa, position) !== undefined) !== negated;
  for (let from = position; from >= 0; from -= 1) {
    if (follow(run, nfa, from, position) !== undefined) return !negated;
  }
  return negated;
}

const NO_LOOK = { direction: 'Lookahead', negated: false } as const;
