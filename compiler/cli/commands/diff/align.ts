/** Aligns two lists: finds the items that both have in the same order, and the runs between them. */

/** Items from `start` to `end` (exclusive) of each list. One of the ranges may be empty. */
export type Run = { readonly older: ItemRange; readonly newer: ItemRange };

export type ItemRange = { readonly start: number; readonly end: number };

/** The limit of comparisons, beyond which everything between the equal ends is one run. */
const LIMIT = 4_000_000;

/** Returns the differing runs in order. The items between two runs are equal. */
export function differingRuns(older: readonly string[], newer: readonly string[]): readonly Run[] {
  let first = 0;
  while (first < older.length && first < newer.length && older[first] === newer[first]) first += 1;
  let [olderEnd, newerEnd] = [older.length, newer.length];
  while (olderEnd > first && newerEnd > first && older[olderEnd - 1] === newer[newerEnd - 1]) {
    olderEnd -= 1;
    newerEnd -= 1;
  }
  const middle = commonItems(older.slice(first, olderEnd), newer.slice(first, newerEnd));
  const anchors = [
    ...middle.map(([left, right]) => [left + first, right + first] as const),
    [olderEnd, newerEnd] as const,
  ];
  const runs: Run[] = [];
  let [olderAt, newerAt] = [first, first];
  for (const [left, right] of anchors) {
    if (left > olderAt || right > newerAt) {
      runs.push({
        older: { start: olderAt, end: left },
        newer: { start: newerAt, end: right },
      });
    }
    [olderAt, newerAt] = [left + 1, right + 1];
  }
  return runs;
}

/** Returns the indexes of a longest common subsequence. */
function commonItems(
  older: readonly string[],
  newer: readonly string[],
): readonly (readonly [older: number, newer: number])[] {
  const width = newer.length + 1;
  if (older.length * newer.length > LIMIT) return [];
  const lengths = new Uint32Array((older.length + 1) * width);
  const lengthAt = (left: number, right: number): number => lengths[left * width + right] ?? 0;
  for (let left = older.length - 1; left >= 0; left -= 1) {
    for (let right = newer.length - 1; right >= 0; right -= 1) {
      lengths[left * width + right] =
        older[left] === newer[right]
          ? lengthAt(left + 1, right + 1) + 1
          : Math.max(lengthAt(left + 1, right), lengthAt(left, right + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [left, right] = [0, 0];
  while (left < older.length && right < newer.length) {
    if (older[left] === newer[right]) {
      pairs.push([left, right]);
      left += 1;
      right += 1;
    } else if (lengthAt(left + 1, right) >= lengthAt(left, right + 1)) left += 1;
    else right += 1;
  }
  return pairs;
}
