/** Formats the changed parts of long texts with their context and a line of carets. */
import { enclosingGroups } from './enclosing-groups.ts';
import type { CharRange, Hunk } from './hunks.ts';

export type LongChange = {
  readonly older: string;
  readonly newer: string;
  readonly isExpression: boolean;
  readonly hunks: readonly Hunk[];
};

/** The number of hunks, of chars around a hunk, and of chars of a hunk. */
const SHOWN = 12;
const CONTEXT = 28;
const LONG = 120;

export function hunkLines(change: LongChange, indent: string): readonly string[] {
  const { hunks } = change;
  const more = hunks.length - SHOWN;
  return [
    ...hunks.slice(0, SHOWN).flatMap((hunk) => oneHunk(change, hunk)),
    ...(more > 0 ? [`and ${more} more places`] : []),
  ].map((line) => indent + line);
}

function oneHunk(
  { older, newer, isExpression }: LongChange,
  { older: was, newer: is }: Hunk,
): readonly string[] {
  const path = isExpression ? enclosingGroups(newer, is.start) : '';
  const [before, after] = [marked(older, was), marked(newer, is)];
  const shown = is.end > is.start ? after : before;
  return [
    ...(path === '' ? [] : [`in ${path}`]),
    `- ${before.text}`,
    `+ ${after.text}`,
    `  ${' '.repeat(shown.start)}${'^'.repeat(shown.length)}`,
  ];
}

type Marked = { readonly text: string; readonly start: number; readonly length: number };

/** Returns the range with its context, on one line. */
function marked(text: string, { start, end }: CharRange): Marked {
  const from = Math.max(0, start - CONTEXT);
  const to = Math.min(text.length, end + CONTEXT);
  const lead = (from > 0 ? '...' : '') + oneLine(text.slice(from, start));
  const changed = oneLine(text.slice(start, end));
  const cut = changed.length > LONG ? `${changed.slice(0, LONG)}...` : changed;
  const tail = oneLine(text.slice(end, to)) + (to < text.length ? '...' : '');
  return { text: lead + cut + tail, start: lead.length, length: Math.max(1, cut.length) };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\t]/g, ' ');
}
