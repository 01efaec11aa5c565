/** Finds the lines that differ between two texts, so that cursor, folds and marks of all others stay. */

/** Replaces bytes `start` to `end` (exclusive) of the old text by `text`. */
export type LineChange = { readonly start: number; readonly end: number; readonly text: string };

type Match = readonly [before: number, after: number];

/** Returns the changes in order; none when the texts are equal. */
export function changedLines(before: string, after: string): readonly LineChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length);
  const changes: LineChange[] = [];
  let [from, to]: Match = [0, 0];
  for (const [nextOld, nextNow] of [...matchLines(old, now), [old.length, now.length] as const]) {
    if (nextOld > from || nextNow > to) {
      const [start = 0, end = 0] = [starts[from], starts[nextOld]];
      changes.push({ start, end, text: now.slice(to, nextNow).join('') });
    }
    [from, to] = [nextOld + 1, nextNow + 1];
  }
  return changes;
}

/** Returns the lines with their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Matches equal lines, in order: those at both ends, and between them by patience diff, which uses lines that occur
 * once in each text.
 */
function matchLines(old: readonly string[], now: readonly string[]): readonly Match[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const middle = uniqueMatches(
    old.slice(head, old.length - tail),
    now.slice(head, now.length - tail),
  );
  return [
    ...Array.from({ length: head }, (_, at): Match => [at, at]),
    ...middle.map(([left, right]): Match => [left + head, right + head]),
    ...Array.from(
      { length: tail },
      (_, at): Match => [old.length - tail + at, now.length - tail + at],
    ),
  ];
}

/** Matches lines recursively between two matches. */
function uniqueMatches(old: readonly string[], now: readonly string[]): readonly Match[] {
  const inNow = uniqueLines(now);
  const common = [...uniqueLines(old)].flatMap(([line, at]): Match[] => {
    const other = inNow.get(line);
    return other === undefined ? [] : [[at, other]];
  });
  // The formatter does not change the order of the lines that it keeps.
  const matches: Match[] = [];
  for (const match of common) if (match[1] > (matches.at(-1)?.[1] ?? -1)) matches.push(match);
  if (matches.length === 0) return [];
  let [from, to]: Match = [0, 0];
  return [...matches, [old.length, now.length] as const].flatMap(([nextOld, nextNow]) => {
    const between = matchLines(old.slice(from, nextOld), now.slice(to, nextNow));
    const shift: Match = [from, to];
    [from, to] = [nextOld + 1, nextNow + 1];
    const inside = between.map(([left, right]): Match => [left + shift[0], right + shift[1]]);
    return nextOld < old.length || nextNow < now.length ? [...inside, [nextOld, nextNow]] : inside;
  });
}

/** Returns the lines that occur only once, with their line numbers. */
function uniqueLines(lines: readonly string[]): ReadonlyMap<string, number> {
  const lineNumbers = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, at) => {
    if (lineNumbers.has(line)) repeated.add(line);
    lineNumbers.set(line, at);
  });
  for (const line of repeated) lineNumbers.delete(line);
  return lineNumbers;
}
