/** Finds the changed parts of a long text. */
import { differingRuns } from './align.ts';

/** Char offsets. An empty range means that text was added or removed. */
export type Hunk = { readonly older: CharRange; readonly newer: CharRange };

export type CharRange = { readonly start: number; readonly end: number };

/** Hunks with at most this many chars between them are joined. */
const NEAR = 4;

/** Compares word by word. */
export function textHunks(older: string, newer: string): readonly Hunk[] {
  const [before, after] = [wordsOf(older), wordsOf(newer)];
  const offset = (words: readonly Word[], index: number, end: number): number =>
    words[index]?.start ?? end;
  const hunks = differingRuns(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  ).map((run) => ({
    older: {
      start: offset(before, run.older.start, older.length),
      end: offset(before, run.older.end, older.length),
    },
    newer: {
      start: offset(after, run.newer.start, newer.length),
      end: offset(after, run.newer.end, newer.length),
    },
  }));
  return joinNear(hunks);
}

type Word = { readonly text: string; readonly start: number };

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/\w+|\s+|./gs)].map((found) => ({ text: found[0], start: found.index }));
}

/** Joins hunks that are near to each other on both sides. The hunks are in order of the text. */
export function joinNear(hunks: readonly Hunk[]): readonly Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const isNear =
      last !== undefined &&
      hunk.older.start - last.older.end <= NEAR &&
      hunk.newer.start - last.newer.end <= NEAR;
    if (!isNear) joined.push(hunk);
    else joined.splice(-1, 1, spanning(last, hunk));
  }
  return joined;
}

function spanning(first: Hunk, last: Hunk): Hunk {
  return {
    older: { start: first.older.start, end: last.older.end },
    newer: { start: first.newer.start, end: last.newer.end },
  };
}
