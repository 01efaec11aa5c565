/** Separates the physical lines of a file into comments and lines of directives. */
import { startAfterSpace, trimSpace } from '#engine/bytes/ascii-space.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { SourceFile, Span } from '../source.ts';
import { BYTE_ORDER_MARK } from '../utf8.ts';
import * as problem from './problems.ts';

/** A physical line without the blanks around it. */
type Line = {
  readonly text: string;
  /** Offset of the text in the file. */
  readonly start: number;
  /** True when a backslash is directly before the line end. */
  readonly goesOn: boolean;
};

/**
 * Yields the lines that are neither empty nor comments. A comment is one line (Coraza). A commented-out rule, `#SecRule
 * ... \\`, continues as the rule would (ModSecurity 2 and 3), up to a line that starts a directive, because a surplus
 * active rule is safer than a missing one. `isInside` returns true between the lines of a directive, where no comment
 * continues.
 */
export function* linesOfDirectives(
  source: SourceFile,
  isInside: () => boolean,
  diagnostics: Diagnostics,
): Generator<Line> {
  let open: OpenComment | undefined;
  for (const line of physicalLines(source.text)) {
    if (open?.isRule && !isDirective(line)) {
      open = continueComment(open, line, source, diagnostics);
      continue;
    }
    if (isEmpty(line)) {
      open = isInside() ? undefined : openComment(line);
      continue;
    }
    if (open !== undefined) {
      diagnostics.report(problem.commentContinuation(), endOf(open.comment, source));
    }
    open = undefined;
    yield line;
  }
}

function isEmpty({ text }: Line): boolean {
  return text === '' || text.startsWith('#');
}

function isDirective({ text }: Line): boolean {
  return /^(?:Sec[A-Z]|Include)/i.test(text);
}

/** The comment on the line before, when it ends in a backslash. */
type OpenComment = {
  readonly comment: Line;
  readonly isRule: boolean;
  /** True until a line continues the comment. */
  readonly isFirst: boolean;
};

function openComment(comment: Line): OpenComment | undefined {
  const { text, goesOn } = comment;
  if (!text.endsWith('\\')) return undefined;
  // The scanner of ModSecurity 3 recognises a commented-out rule by the same pattern.
  const isRule = goesOn && /^#[# \t]*Sec(?:Rule|Action)[ \t\\]/i.test(text);
  return { comment, isRule, isFirst: true };
}

/**
 * Continues the comment with `line` and reports the first continuation. Returns undefined when `line` ends the comment.
 */
function continueComment(
  open: OpenComment,
  line: Line,
  source: SourceFile,
  diagnostics: Diagnostics,
): OpenComment | undefined {
  const isFirst = open.isFirst && isEmpty(line);
  if (open.isFirst && !isFirst) {
    diagnostics.report(problem.continuedComment(), endOf(open.comment, source));
  }
  return line.goesOn ? { ...open, isFirst } : undefined;
}

/** Returns the span of the backslash at the end of the line. */
function endOf({ start, text }: Line, source: SourceFile): Span {
  const end = start + text.length;
  return { source, start: end - 1, end };
}

function* physicalLines(text: string): Generator<Line> {
  let start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline === -1 ? text.length : newline);
    yield {
      text: trimSpace(line),
      start: start + startAfterSpace(line),
      goesOn: /\\\r?$/.test(line),
    };
    start += line.length + 1;
  }
}
