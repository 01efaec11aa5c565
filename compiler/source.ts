/** Rule files as text, and positions in them. Text is latin1, one char a byte, as everywhere. */
import { memoizeByObject } from './memoize.ts';
import { BYTE_ORDER_MARK, bytesOfText, countCharacters } from './utf8.ts';

export type SourceFile = {
  /** The path that reports show: relative to the folder in which the command started, with forward slashes. */
  readonly path: string;
  readonly text: string;
};

/** Returns the path for reports: its UTF-8 bytes, one char each, like the text of the rule files. */
export function shownPath({ path }: Pick<SourceFile, 'path'>): string {
  return bytesOfText(path);
}

/** Char offsets into `source.text`; the end is exclusive. */
export type Span = {
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
};

/** Line and column, counted from 1. The column counts characters, as editors do; a byte order mark is not one. */
export type Position = { readonly line: number; readonly column: number };

export function positionOf(span: Span): Position {
  const { line, before } = bytesBefore(span);
  const shown = line === 1 && before.startsWith(BYTE_ORDER_MARK) ? before.slice(3) : before;
  return { line, column: countCharacters(shown) + 1 };
}

/** Returns the number of the line in which a span starts, from 1, and the bytes of that line before the span. */
export function bytesBefore({ source, start }: Span): {
  readonly line: number;
  readonly before: string;
} {
  const starts = lineStarts(source);
  let [line, next] = [0, starts.length];
  while (next - line > 1) {
    const middle = (line + next) >>> 1;
    if ((starts[middle] ?? 0) <= start) line = middle;
    else next = middle;
  }
  return { line: line + 1, before: source.text.slice(starts[line], start) };
}

/** Cached, because the line of every rule of a file is looked up. */
const lineStarts = memoizeByObject(({ text }: SourceFile): readonly number[] => {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
});

/** Returns the physical line that contains `offset`, without its line end. */
export function lineAt(source: SourceFile, offset: number): string {
  const start = source.text.lastIndexOf('\n', offset - 1) + 1;
  const end = source.text.indexOf('\n', offset);
  return source.text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
}

export function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

/** Returns the physical lines of a span, each without its line end. */
export function linesOf({ source, start, end }: Span): readonly Span[] {
  const lines: Span[] = [];
  for (let at = start; at < end; ) {
    const newline = source.text.indexOf('\n', at);
    const stop = newline === -1 || newline >= end ? end : newline;
    lines.push({ source, start: at, end: stop });
    at = stop + 1;
  }
  return lines;
}
