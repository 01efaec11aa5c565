/** Numbers sets of NFA states: equal sets with equal contexts get the same number. */
import { longer } from './longer.ts';

export type StateSets = {
  /** The sets, one after the other; `starts`, `counts` and `befores` describe them by number. */
  members: Int32Array;
  membersEnd: number;
  starts: Int32Array;
  counts: Int32Array;
  /** Context that led to the set, 0 when it does not matter. */
  befores: Int32Array;
  size: number;
  /** Hash table with open addressing that holds number + 1; at least twice as long as the number of sets. */
  buckets: Int32Array;
};

const SMALLEST = 16;

export function createStateSets(): StateSets {
  return {
    members: new Int32Array(SMALLEST * 4),
    membersEnd: 0,
    starts: new Int32Array(SMALLEST),
    counts: new Int32Array(SMALLEST),
    befores: new Int32Array(SMALLEST),
    size: 0,
    buckets: new Int32Array(SMALLEST * 2),
  };
}

/** Returns the bytes of memory in use. */
export function bytesOfSets(sets: StateSets): number {
  const { members, starts, buckets } = sets;
  return members.byteLength + 3 * starts.byteLength + buckets.byteLength;
}

/** Returns the number of the set in the first `count` elements of `states`; a new set gets the previous `size`. */
export function numberOf(
  sets: StateSets,
  states: Int32Array,
  count: number,
  before: number,
): number {
  if (sets.size === sets.starts.length) growNumbers(sets);
  let bucket = hash(states, 0, count, before) & (sets.buckets.length - 1);
  for (;;) {
    const number = (sets.buckets[bucket] ?? 0) - 1;
    if (number < 0) break;
    if (isSame(sets, number, states, count, before)) return number;
    bucket = (bucket + 1) & (sets.buckets.length - 1);
  }
  sets.buckets[bucket] = sets.size + 1;
  return append(sets, states, count, before);
}

/** Returns the hash of the `count` states from `first` on. */
function hash(states: Int32Array, first: number, count: number, before: number): number {
  let value = before + 1;
  for (let index = first; index < first + count; index += 1) {
    value = Math.imul(value ^ (states[index] ?? 0), 0x01000193);
    value ^= value >>> 15;
  }
  return value;
}

function isSame(
  sets: StateSets,
  number: number,
  states: Int32Array,
  count: number,
  before: number,
): boolean {
  if (sets.counts[number] !== count || sets.befores[number] !== before) return false;
  const start = sets.starts[number] ?? 0;
  for (let index = 0; index < count; index += 1) {
    if (sets.members[start + index] !== states[index]) return false;
  }
  return true;
}

function append(sets: StateSets, states: Int32Array, count: number, before: number): number {
  const number = sets.size;
  if (sets.membersEnd + count > sets.members.length) {
    sets.members = longer(sets.members, 2 * (sets.membersEnd + count));
  }
  // Copied one by one: creating a subarray costs more than copying the few states of most sets.
  for (let index = 0; index < count; index += 1) {
    sets.members[sets.membersEnd + index] = states[index] ?? 0;
  }
  sets.starts[number] = sets.membersEnd;
  sets.counts[number] = count;
  sets.befores[number] = before;
  sets.membersEnd += count;
  sets.size += 1;
  return number;
}

function growNumbers(sets: StateSets): void {
  const length = 2 * sets.starts.length;
  sets.starts = longer(sets.starts, length);
  sets.counts = longer(sets.counts, length);
  sets.befores = longer(sets.befores, length);
  sets.buckets = new Int32Array(2 * length);
  for (let number = 0; number < sets.size; number += 1) {
    const [start, count] = [sets.starts[number] ?? 0, sets.counts[number] ?? 0];
    const found = hash(sets.members, start, count, sets.befores[number] ?? 0);
    let bucket = found & (sets.buckets.length - 1);
    while (sets.buckets[bucket] !== 0) bucket = (bucket + 1) & (sets.buckets.length - 1);
    sets.buckets[bucket] = number + 1;
  }
}

/** Most elements that `sort` sorts itself: a call of the built-in function costs more than sorting a few. */
const FEW = 16;

/** Sorts the first `count` elements. */
export function sort(array: Int32Array, count: number): void {
  if (count > FEW) {
    array.subarray(0, count).sort();
    return;
  }
  for (let index = 1; index < count; index += 1) {
    const element = array[index] ?? 0;
    let at = index;
    for (; at > 0 && (array[at - 1] ?? 0) > element; at -= 1) array[at] = array[at - 1] ?? 0;
    array[at] = element;
  }
}
