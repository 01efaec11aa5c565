/** "Did you mean": the nearest of a list of names. */
import type { Fix } from './diagnostics.ts';

/** What to say of a name that does not exist, and its repair when there is only one name to mean. */
export function suggest(
  name: string,
  names: Iterable<string>,
): { readonly near: string | undefined; readonly repair: { readonly fix?: Fix } } {
  const known = [...names];
  const slip = slipOf(name, known);
  return {
    near: nearest(name, known),
    repair: slip === undefined ? {} : { fix: { from: name, to: slip } },
  };
}

/** The name within two edits of `name` (compared without case), or undefined when none is that near. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = 3;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance || distance >= candidate.length) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** The only name one letter away: whoever wrote `name` meant it. undefined: none is, or several are. */
function slipOf(name: string, names: Iterable<string>): string | undefined {
  const isNear = (other: string): boolean =>
    editDistance(name.toLowerCase(), other.toLowerCase()) <= 1;
  const [only, ...others] = new Set([...names].filter(isNear));
  return others.length === 0 ? only : undefined;
}

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
