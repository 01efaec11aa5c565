/**
 * Builds an Aho-Corasick automaton (Aho, Corasick 1975) from a list of phrases: a trie whose states are numbered
 * breadth first, so that the children of a state are adjacent.
 */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';

/**
 * State 0 is the root. The first `denseStates` states, in which most of a text is read, have a row of transitions
 * each; the others have only their children and a failure link.
 */
export type PhraseAutomaton = {
  /** Class of a byte: 0 when it is in no phrase; a letter has one class for both cases. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  readonly denseStates: number;
  /** `dense[state * classCount + class]`: the next state. */
  readonly dense: Uint16Array | Int32Array;
  /** Children of a state: from `firstChild[state]` to before `firstChild[state + 1]`. */
  readonly firstChild: Int32Array;
  /** Class of the byte that leads to a state. */
  readonly label: Uint8Array;
  /** Bytes from the root to a state. */
  readonly depth: Int32Array;
  /** The state to continue with when no child matches: that of the longest proper suffix. */
  readonly fail: Int32Array;
  /** Index in the list of the phrase that ends exactly at a state; -1: none. */
  readonly phrase: Int32Array;
  /** State of the longest phrase that is a suffix of a state, this state included; 0: none. */
  readonly output: Int32Array;
};

type Trie = Pick<
  PhraseAutomaton,
  'classes' | 'classCount' | 'firstChild' | 'label' | 'depth' | 'phrase'
> & { readonly states: number };

/**
 * Builds the automaton of `phrases`, case-insensitive for ASCII letters. Empty phrases never match. Of phrases that
 * differ only in case, the first one represents all. `entries`: most entries of the transition table, two bytes each
 * for lists with fewer than 65,536 states; a full table for 1,800 phrases takes 130 ms to build instead of 4 with 131,072.
 */
export function buildPhraseAutomaton(
  phrases: readonly ByteString[],
  entries: number,
): PhraseAutomaton {
  const { states, ...trie } = buildTrie(phrases);
  const denseStates = Math.min(states, Math.floor(entries / trie.classCount));
  const automaton = {
    ...trie,
    denseStates,
    dense: new (states > 0xffff ? Int32Array : Uint16Array)(denseStates * trie.classCount),
    fail: new Int32Array(states),
    output: new Int32Array(states),
  };
  for (let state = 0; state < states; state += 1) link(automaton, state);
  return automaton;
}

/**
 * Returns the state after a byte of class `byteClass`, for any state: follows failure links until a child or a row
 * matches.
 */
export function nextState(automaton: PhraseAutomaton, from: number, byteClass: number): number {
  const { denseStates, firstChild, label, fail } = automaton;
  let state = from;
  while (state >= denseStates) {
    const end = firstChild[state + 1] ?? 0;
    for (let child = firstChild[state] ?? 0; child < end; child += 1) {
      if (label[child] === byteClass) return child;
    }
    state = fail[state] ?? 0;
  }
  return automaton.dense[state * automaton.classCount + byteClass] ?? 0;
}

/**
 * Sets output, row and the children's failure links of a state. In breadth-first order its own failure state is
 * complete.
 */
function link(automaton: PhraseAutomaton, state: number): void {
  const { classCount, dense, denseStates, firstChild, label, fail, phrase, output } = automaton;
  const failure = fail[state] ?? 0;
  output[state] = phrase[state] === -1 ? (output[failure] ?? 0) : state;
  const row = state * classCount;
  if (state < denseStates) dense.copyWithin(row, failure * classCount, (failure + 1) * classCount);
  const end = firstChild[state + 1] ?? 0;
  for (let child = firstChild[state] ?? 0; child < end; child += 1) {
    const byteClass = label[child] ?? 0;
    fail[child] = state === 0 ? 0 : nextState(automaton, failure, byteClass);
    if (state < denseStates) dense[row + byteClass] = child;
  }
}

/** Builds the trie. In sorted order the phrases below a state are a range, and each child has a part of it. */
function buildTrie(phrases: readonly ByteString[]): Trie {
  const indexes = new Map<ByteString, number>();
  phrases.forEach((text, index) => {
    const folded = lowerAscii(text);
    if (folded !== '' && !indexes.has(folded)) indexes.set(folded, index);
  });
  const sorted = [...indexes.keys()].sort();
  const { classes, classCount } = classesOf(sorted);
  const limit = sorted.reduce((sum, text) => sum + text.length, 1);
  // The maximum number of states; most lists share prefixes and need fewer.
  const rangeEnd = new Int32Array(limit);
  const rangeStart = new Int32Array(limit);
  const firstChild = new Int32Array(limit + 1);
  const label = new Uint8Array(limit);
  const depth = new Int32Array(limit);
  const phrase = new Int32Array(limit).fill(-1);
  rangeEnd[0] = sorted.length;
  let states = 1;
  for (let state = 0; state < states; state += 1) {
    firstChild[state] = states;
    const end = rangeEnd[state] ?? 0;
    const length = depth[state] ?? 0;
    let start = rangeStart[state] ?? 0;
    if (sorted[start]?.length === length) {
      phrase[state] = indexes.get(sorted[start] ?? '') ?? -1;
      start += 1;
    }
    while (start < end) {
      const byte = byteAt(sorted[start], length);
      rangeStart[states] = start;
      while (start < end && byteAt(sorted[start], length) === byte) start += 1;
      rangeEnd[states] = start;
      label[states] = classes[byte] ?? 0;
      depth[states] = length + 1;
      states += 1;
    }
  }
  firstChild[states] = states;
  return {
    ...{ classes, classCount, states },
    firstChild: firstChild.slice(0, states + 1),
    label: label.slice(0, states),
    depth: depth.slice(0, states),
    phrase: phrase.slice(0, states),
  };
}

function classesOf(folded: readonly ByteString[]): Pick<Trie, 'classes' | 'classCount'> {
  const classes = new Uint8Array(256);
  let classCount = 1;
  for (const text of folded) {
    for (let index = 0; index < text.length; index += 1) {
      const byte = byteAt(text, index);
      if (classes[byte] === 0) classes[byte] = classCount++;
    }
  }
  for (let upper = 0x41; upper <= 0x5a; upper += 1) classes[upper] = classes[upper + 0x20] ?? 0;
  return { classes, classCount };
}

function byteAt(text: ByteString | undefined, index: number): number {
  return text === undefined ? 0 : text.charCodeAt(index) & 0xff;
}
