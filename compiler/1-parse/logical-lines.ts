/** From physical lines to logical ones, one a directive (docs/spec/seclang-syntax.md#lines), and the way back. */
import type { Diagnostics } from '../diagnostics.ts';
import type { SourceFile, Span } from '../source.ts';
import { boundsOf, trimBlanks } from './blanks.ts';
import * as problem from './problems.ts';

/** A directive with its continuation lines joined and nothing else undone. */
export type LogicalLine = {
  readonly text: string;
  /** First to last physical line, without the blanks around. */
  readonly span: Span;
  /** What each physical line gave, in order: from `index` of the text, from `offset` of the file. */
  readonly pieces: readonly { readonly index: number; readonly offset: number }[];
};

/** Where chars `from` to `to` (end exclusive) of the line stand in the file. */
export function spanIn(line: LogicalLine, from: number, to: number): Span {
  const start = offsetIn(line, from);
  return { source: line.span.source, start, end: to > from ? offsetIn(line, to - 1) + 1 : start };
}

/** By bisection: tokens ask in any order, and a generated directive can have thousands of lines. */
function offsetIn({ pieces, span }: LogicalLine, index: number): number {
  let low = 0;
  let high = pieces.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.index ?? 0) <= index) low = middle;
    else high = middle;
  }
  const piece = pieces[low];
  return piece === undefined ? span.start : piece.offset + index - piece.index;
}

/** A SecDataset with one backtick: lines follow, up to one that starts with a backtick. */
const OPENS_BLOCK = /^SecDataset[ \t][^`]*`[^`]*$/i;

/**
 * The logical lines of a file, in order. Empty lines and comments vanish, also inside a
 * continuation. A continuation that nothing follows is reported and gives no line; a block that
 * nothing closes runs to the end of the file.
 */
export function* logicalLines(
  source: SourceFile,
  diagnostics: Diagnostics,
): Generator<LogicalLine> {
  let parts: Part[] = [];
  let inBlock = false;
  for (const part of physicalLines(source.text)) {
    const { text, start } = part;
    if (inBlock) {
      parts.push({ text: `\n${text}`, start: start - 1 });
      inBlock = !text.startsWith('`');
    } else if (text.endsWith('\\')) {
      parts.push({ text: text.slice(0, -1), start });
      continue;
    } else {
      parts.push(part);
      inBlock = OPENS_BLOCK.test(join(source, parts).text);
    }
    if (inBlock) continue;
    yield join(source, parts);
    parts = [];
  }
  if (parts.length === 0) return;
  const line = join(source, parts);
  if (inBlock) yield line;
  else diagnostics.report(problem.openContinuation(), backslashAfter(line.span));
}

/** What one physical line gives to its logical line. */
type Part = { readonly text: string; readonly start: number };

/** UTF-8 byte order mark, as latin1: some editors write it. */
export const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The physical lines without the blanks around them; empty lines and comments left out. */
function* physicalLines(text: string): Generator<Part> {
  let start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline === -1 ? text.length : newline);
    const trimmed = trimBlanks(line);
    if (trimmed !== '' && !trimmed.startsWith('#')) {
      yield { text: trimmed, start: start + boundsOf(line).start };
    }
    start += line.length + 1;
  }
}

function join(source: SourceFile, parts: readonly Part[]): LogicalLine {
  const pieces: { index: number; offset: number }[] = [];
  let text = '';
  let end = 0;
  for (const part of parts) {
    pieces.push({ index: text.length, offset: part.start });
    text += part.text;
    end = part.start + part.text.length;
  }
  return { text, pieces, span: { source, start: parts[0]?.start ?? 0, end } };
}

function backslashAfter(span: Span): Span {
  return { ...span, start: span.end, end: span.end + 1 };
}

/** A comment that ends in `\`, and a directive below it. */
const COMMENT_BEFORE_DIRECTIVE = /^[ \t]*(#[^\n]*\\)[ \t\r]*\n(?=[ \t]*[^#\s])/gm;

/**
 * Warns of comments that would take the next line with them in ModSecurity (docs/spec/seclang-syntax.md#lines). Runs of
 * comments - a rule commented out as a whole - are fine.
 */
export function checkComments(source: SourceFile, diagnostics: Diagnostics): void {
  for (const match of source.text.matchAll(COMMENT_BEFORE_DIRECTIVE)) {
    const end = match.index + match[0].lastIndexOf('\\') + 1;
    diagnostics.report(problem.commentContinuation(), { source, start: end - 1, end });
  }
}
