/** Decides when a change of a text is shown part by part. */
import { expressionHunks } from './expression-hunks.ts';
import type { LongChange } from './format-hunks.ts';
import { textHunks } from './hunks.ts';

/** Shorter texts are shown as a whole. */
const SHORT = 80;

/** Returns the change of one long text to another; undefined when they are short or have too little in common. */
export function longChange(
  removed: readonly string[],
  added: readonly string[],
): LongChange | undefined {
  const [older = '', newer = ''] = [removed[0], added[0]];
  const isPair = removed.length === 1 && added.length === 1;
  if (!isPair || Math.max(older.length, newer.length) <= SHORT) return undefined;
  const head = operatorOf(older);
  const isExpression = /^!?@rx(?:Global)? $/.test(head) && operatorOf(newer) === head;
  const [before, after] = isExpression
    ? [older.slice(head.length), newer.slice(head.length)]
    : [older, newer];
  const hunks = isExpression ? expressionHunks(before, after) : textHunks(before, after);
  const changed = hunks.reduce((sum, { older: was }) => sum + was.end - was.start, 0);
  if (hunks.length === 0 || changed * 2 > before.length) return undefined;
  return { older: before, newer: after, isExpression, hunks };
}

/** Returns the operator before its argument, such as `!@rx `. */
function operatorOf(item: string): string {
  return /^!?@\w+ /.exec(item)?.[0] ?? '';
}
