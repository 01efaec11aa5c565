/**
 * Findings to show for a file that has just changed, before its program is checked: those of the file alone, and the
 * last findings of the program about the rest of the file, moved to their new positions.
 */
import type { SourceFile, Span } from '#compiler/source.ts';
import { codes } from '../../findings/codes.ts';
import { type Finding, keyOf } from '../../findings/finding.ts';
import { missedCodes } from '../../findings/incomplete-set.ts';

/** The findings of one text of a file. */
export type Known = {
  /** Findings of the file as part of its program. */
  readonly whole: readonly Finding[];
  /** Findings of the file alone. */
  readonly alone: readonly Finding[];
};

/** Returns the findings. `known` belongs to an earlier text; it is undefined before the first check of the program. */
export function quickFindings(
  known: Known | undefined,
  alone: readonly Finding[],
  source: SourceFile,
): readonly Finding[] {
  // A finding about a data file that the rules name belongs to that file.
  const reported = alone.filter(
    (finding) => finding.span.source.path === source.path && needsNoProgram(finding),
  );
  if (known === undefined) return reported;
  const before = new Set(known.alone.map(keyOf));
  const inProgram = new Set(known.whole.map(textOf));
  /** Findings of the file alone that its program does not confirm. */
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

/** Moves a finding; returns none when the text there has changed. */
function movedTo(source: SourceFile): (finding: Finding) => readonly Finding[] {
  return (finding) => {
    const span = moveSpan(finding.span, source);
    return span === undefined ? [] : [{ ...finding, span }];
  };
}

/**
 * Returns the span in this text of a span in an earlier text, which differs at one position; undefined when it has
 * changed.
 */
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
