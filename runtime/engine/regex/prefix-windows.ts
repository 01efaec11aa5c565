/** Where in a text matches of one expression may begin. */
import type { Split } from './inner-part.ts';

/**
 * Windows of a text, in pairs: the first and the last position at which a match may begin; of an expression that is
 * split, the rest of a match.
 */
export type Windows = {
  readonly split: Split;
  positions: Int32Array;
  count: number;
  /** Number of positions found; after the scan, the bytes of the windows. */
  size: number;
};

/** Positions at most this far apart are in one window. */
const GAP = 8;
/**
 * Bytes of text for each position, and positions allowed in addition: with more positions an automaton can as well
 * read everything.
 */
const BYTES_PER_POSITION = 64;
const MORE_POSITIONS = 32;

/** Returns the bytes of the windows; a match that has begun is followed for some more bytes. */
export function bytesIn({ positions, count }: Windows): number {
  let sum = count * GAP;
  for (let index = 0; index < count; index += 2) {
    sum += (positions[index + 1] ?? 0) - (positions[index] ?? 0);
  }
  return sum;
}

/** Adds a position; returns false when there are too many. */
export function pushPosition(windows: Windows, position: number): boolean {
  const { positions, count } = windows;
  windows.size += 1;
  if ((windows.size - MORE_POSITIONS) * BYTES_PER_POSITION > position) return false;
  if (count > 0 && position - (positions[count - 1] ?? 0) <= GAP) {
    positions[count - 1] = position;
    return true;
  }
  if (count === positions.length) {
    windows.positions = new Int32Array(2 * count);
    windows.positions.set(positions);
  }
  windows.positions[count] = position;
  windows.positions[count + 1] = position;
  windows.count += 2;
  return true;
}
