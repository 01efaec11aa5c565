/**
 * Joins physical lines to logical ones, one for each directive (docs/spec/seclang-syntax.md#lines), and maps positions
 * back to the file.
 */
import type { Diagnostics } from '../diagnostics.ts';
import type { SourceFile, Span } from '../source.ts';
import { linesOfDirectives } from './comments.ts';
import * as problem from './problems.ts';

/** The text of a directive with its continuation lines joined; nothing else is decoded. */
export type LogicalLine = {
  readonly text: string;
  /** From the first to the last physical line, without the blanks around them. */
  readonly span: Span;
  /** One item for each physical line, in order: the `index` in `text` and the `offset` in the file where it starts. */
  readonly pieces: readonly { readonly index: number; readonly offset: number }[];
};

/** Returns the span in the file of chars `from` to `to` (end exclusive) of the line. */
export function spanIn(line: LogicalLine, from: number, to: number): Span {
  const start = offsetIn(line, from);
  return { source: line.span.source, start, end: to > from ? offsetIn(line, to - 1) + 1 : start };
}

/**
 * Uses binary search, because tokens are looked up in any order and a generated directive can have thousands of lines.
 */
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

/** A SecDataset with one backtick. Its lines follow, up to a line that starts with a backtick. */
const OPENS_BLOCK = /^SecDataset[ \t][^`]*`[^`]*$/i;

/**
 * Yields the logical lines of a file, in order. Empty lines and comments are removed, also inside a continuation. A
 * continuation that no line follows is reported and yields no line. A block that is never closed extends to the end of
 * the file.
 */
export function* logicalLines(
  source: SourceFile,
  diagnostics: Diagnostics,
): Generator<LogicalLine> {
  let parts: Part[] = [];
  let inBlock = false;
  for (const part of linesOfDirectives(source, () => parts.length > 0, diagnostics)) {
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

/** The text that one physical line adds to its logical line. */
type Part = { readonly text: string; readonly start: number };

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
