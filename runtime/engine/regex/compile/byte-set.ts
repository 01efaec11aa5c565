/** Sets of bytes as sorted ranges, and the operations on them that the regex stages need. */

/** First and last byte, both included. */
export type ByteRange = readonly [first: number, last: number];

/** Sorted, disjoint, never adjacent: equal sets have equal ranges. */
export type ByteSet = readonly ByteRange[];

export const noByte: ByteSet = [];
export const anyByte: ByteSet = [[0, 255]];

const letters = { upper: [0x41, 0x5a], lower: [0x61, 0x7a], distance: 0x20 } as const;

/** Returns the set of all bytes in the ranges, which may overlap and be in any order. */
export function byteSet(ranges: readonly ByteRange[]): ByteSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) {
      previous[1] = Math.max(previous[1], last);
    } else merged.push([first, last]);
  }
  return merged;
}

/** Returns the set of the bytes of `text`. */
export function bytesOf(text: string): ByteSet {
  return byteSet([...text].map((char) => [char.charCodeAt(0), char.charCodeAt(0)]));
}

export function union(left: ByteSet, right: ByteSet): ByteSet {
  return byteSet([...left, ...right]);
}

export function intersection(left: ByteSet, right: ByteSet): ByteSet {
  return left.flatMap(([from, to]) =>
    right
      .filter(([first, last]) => first <= to && last >= from)
      .map(([first, last]) => [Math.max(first, from), Math.min(last, to)] as const),
  );
}

/** Returns whether the sets have a byte in common. */
export function overlap(left: ByteSet, right: ByteSet): boolean {
  return left.some(([from, to]) => right.some(([first, last]) => first <= to && last >= from));
}

export function complement(set: ByteSet): ByteSet {
  const gaps: ByteRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= 255) gaps.push([next, 255]);
  return gaps;
}

export function contains(set: ByteSet, byte: number): boolean {
  for (const [first, last] of set) if (first <= byte && byte <= last) return true;
  return false;
}

/** Returns the number of bytes in the set. */
export function sizeOf(set: ByteSet): number {
  return set.reduce((total, [first, last]) => total + last - first + 1, 0);
}

/** Returns every byte of the set, ascending. */
export function membersOf(set: ByteSet): number[] {
  return set.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
}

/** Returns a byte of the set, printable if possible; undefined: the set is empty. */
export function pickByte(set: ByteSet): number | undefined {
  const readable = [
    [0x61, 0x7a],
    [0x30, 0x39],
    [0x21, 0x7e],
  ] as const;
  for (const range of readable) {
    const [shared] = intersection(set, [range]);
    if (shared !== undefined) return shared[0];
  }
  return set[0]?.[0];
}

/** Returns the set with the other case of every ASCII letter added; bytes from 0x80 have no case (PCRE without UTF). */
export function foldCase(set: ByteSet): ByteSet {
  const { upper, lower, distance } = letters;
  const others = [...shifted(set, upper, distance), ...shifted(set, lower, -distance)];
  return others.length === 0 ? set : byteSet([...set, ...others]);
}

function shifted(set: ByteSet, [from, to]: ByteRange, distance: number): ByteRange[] {
  return set
    .filter(([first, last]) => first <= to && last >= from)
    .map(([first, last]) => [Math.max(first, from) + distance, Math.min(last, to) + distance]);
}
