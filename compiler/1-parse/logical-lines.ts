/** From physical lines to logical ones, one a directive (docs/spec/seclang-syntax.md#lines), and the way back. */
import type { Diagnostics } from '../diagnostics.ts';
import type { SourceFile, Span } from '../source.ts';
import { linesOfDirectives } from './comments.ts';
import * as problem from './problems.ts';

export { BYTE_ORDER_MARK } from './comments.ts';

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

/** By bisection: tokens are looked up in any order, and a generated directive can have thousands of lines. */
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

/** What one physical line gives to its logical line. */
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
