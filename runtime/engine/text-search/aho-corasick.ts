/** Scans byte strings with a phrase automaton: one table look-up a byte, without allocation. */
import { BLOCK, BLOCKWISE_LENGTH, block, readBlock } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { nextState, type PhraseAutomaton } from './phrase-automaton.ts';

/**
 * The three loops index dense rows directly: a call of nextState for every byte takes a quarter more time (5.0
 * against 4.0 ns). `& 0xff` keeps the table index a small integer for V8.
 */

/** Returns true when some phrase occurs in `value`; stops at the end of the first one. */
export function containsPhrase(automaton: PhraseAutomaton, value: ByteString): boolean {
  const { classes, classCount, dense, denseStates, output } = automaton;
  let state = 0;
  for (let index = 0; index < value.length; index += 1) {
    const byteClass = classes[value.charCodeAt(index) & 0xff] ?? 0;
    state =
      state < denseStates
        ? (dense[state * classCount + byteClass] ?? 0)
        : nextState(automaton, state, byteClass);
    if (output[state] !== 0) return true;
  }
  return false;
}

/**
 * Returns the char range of the phrase that starts first in `value` at or after `from`, the longest of those with the
 * same start; undefined: none.
 */
export function findPhrase(
  automaton: PhraseAutomaton,
  value: ByteString,
  from: number,
): readonly [start: number, end: number] | undefined {
  const { classes, classCount, dense, denseStates, depth, output } = automaton;
  const reached = { state: 0 };
  const first = skipToPhrase(automaton, value, from, reached);
  let { state } = reached;
  let start = value.length;
  let end = -1;
  for (let index = first; index < value.length; index += 1) {
    const byteClass = classes[value.charCodeAt(index) & 0xff] ?? 0;
    state =
      state < denseStates
        ? (dense[state * classCount + byteClass] ?? 0)
        : nextState(automaton, state, byteClass);
    const after = index + 1;
    // The state represents the last `depth` bytes, so no phrase that starts earlier is open.
    if (after - (depth[state] ?? 0) > start) break;
    const found = output[state] ?? 0;
    if (found === 0) continue;
    const foundStart = after - (depth[found] ?? 0);
    if (foundStart <= start) {
      start = foundStart;
      end = after;
    }
  }
  return end === -1 ? undefined : [start, end];
}

/** Bytes that are read in a block at first: phrases may follow each other. */
const SHORT_BLOCK = 256;

/**
 * Returns a position up to which no phrase ends, and the state there in `reached`: of a long text that of the byte with which
 * the first phrase ends, or the end. Reading blocks takes half the time.
 */
function skipToPhrase(
  automaton: PhraseAutomaton,
  value: ByteString,
  from: number,
  reached: { state: number },
): number {
  if (value.length - from < BLOCKWISE_LENGTH) return from;
  const { classes, classCount, dense, denseStates, output } = automaton;
  const bytes = block;
  let { state } = reached;
  let size = SHORT_BLOCK;
  for (let start = from; start < value.length; size = Math.min(4 * size, BLOCK)) {
    const count = readBlock(value, start, size);
    for (let at = 0; at < count; at += 1) {
      const byteClass = classes[bytes[at] ?? 0] ?? 0;
      const next =
        state < denseStates
          ? (dense[state * classCount + byteClass] ?? 0)
          : nextState(automaton, state, byteClass);
      if (output[next] !== 0) {
        reached.state = state;
        return start + at;
      }
      state = next;
    }
    start += count;
  }
  return value.length;
}

/**
 * Sets the bit of every phrase that occurs in `value`, overlapping ones too: phrase n of the list is
 * bit `n & 31` of `seen[n >> 5]`. Call it with several values to unite their sets.
 * @param seen at least one bit a phrase; only this function, with this automaton, may set bits in it
 */
export function collectPhrases(
  automaton: PhraseAutomaton,
  value: ByteString,
  seen: Uint32Array,
): void {
  const { classes, classCount, dense, denseStates, output } = automaton;
  let state = 0;
  for (let index = 0; index < value.length; index += 1) {
    const byteClass = classes[value.charCodeAt(index) & 0xff] ?? 0;
    state =
      state < denseStates
        ? (dense[state * classCount + byteClass] ?? 0)
        : nextState(automaton, state, byteClass);
    if (output[state] !== 0) markPhrases(automaton, output[state] ?? 0, seen);
  }
}

/**
 * Marks a phrase and its suffixes. A phrase that is marked already has marked its suffixes, which keeps the whole
 * scan linear.
 */
function markPhrases(automaton: PhraseAutomaton, end: number, seen: Uint32Array): void {
  const { phrase, output, fail } = automaton;
  let state = end;
  while (state !== 0) {
    const index = phrase[state] ?? 0;
    const word = index >> 5;
    const bit = 1 << (index & 31);
    const bits = seen[word] ?? 0;
    if ((bits & bit) !== 0) return;
    seen[word] = bits | bit;
    state = output[fail[state] ?? 0] ?? 0;
  }
}
