/**
 * What to show of a file that has just changed, before its program is checked: the findings of the file alone,
 * and the last findings of the program about everything else in it, moved to where it stands now.
 */
import type { SourceFile, Span } from '../../../source.ts';
import { codes } from '../../findings/codes.ts';
import { type Finding, keyOf } from '../../findings/finding.ts';
import { missedCodes } from '../../findings/incomplete-set.ts';

/** What was found of one text of a file. */
export type Known = {
  /** In its program. */
  readonly whole: readonly Finding[];
  /** Looked at alone. */
  readonly alone: readonly Finding[];
};

/** `known` is of an earlier text; undefined: the program has not been checked yet. */
export function quickFindings(
  known: Known | undefined,
  alone: readonly Finding[],
  source: SourceFile,
): readonly Finding[] {
  const reported = alone.filter(needsNoProgram);
  if (known === undefined) return reported;
  const before = new Set(known.alone.map(keyOf));
  const inProgram = new Set(known.whole.map(textOf));
  /** What the program has made out to be right. */
  const wrong = new Set(known.alone.map(textOf).filter((text) => !inProgram.has(text)));
  return [
    ...reported.filter((finding) => !wrong.has(textOf(finding))),
    ...known.whole.filter((finding) => !before.has(keyOf(finding))).flatMap(movedTo(source)),
  ];
}

function textOf({ code, message }: Finding): string {
  return `${code} ${message}`;
}

function needsNoProgram({ code }: Finding): boolean {
  return (
    !missedCodes.has(code) &&
    code !== 'incomplete-set' &&
    codes.get(code)?.inEveryProfile !== true &&
    !code.startsWith('unused-')
  );
}

/** None: the text there has changed. */
function movedTo(source: SourceFile): (finding: Finding) => readonly Finding[] {
  return (finding) => {
    const span = moveSpan(finding.span, source);
    return span === undefined ? [] : [{ ...finding, span }];
  };
}

/** Where a span of an earlier text stands in this one, which differs at one position. */
export function moveSpan(span: Span, source: SourceFile): Span | undefined {
  const { text: before } = span.source;
  const { text: after } = source;
  const shorter = Math.min(before.length, after.length);
  const prefix = sameChars(shorter, (at) => before.charCodeAt(at) === after.charCodeAt(at));
  if (span.end <= prefix) return { ...span, source };
  const suffix = sameChars(
    shorter - prefix,
    (at) => before.charCodeAt(before.length - 1 - at) === after.charCodeAt(after.length - 1 - at),
  );
  if (span.start < before.length - suffix) return undefined;
  const shift = after.length - before.length;
  return { source, start: span.start + shift, end: span.end + shift };
}

function sameChars(most: number, isSame: (at: number) => boolean): number {
  let count = 0;
  while (count < most && isSame(count)) count += 1;
  return count;
}
