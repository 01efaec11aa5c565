/** Rule files as text and positions in them. Text is latin1: one char a byte, as everywhere. */

export type SourceFile = {
  /** As reports show it: relative to where the command was started, forward slashes. */
  readonly path: string;
  readonly text: string;
};

/** Char offsets into `source.text`, end exclusive. */
export type Span = {
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
};

/** Line and column from 1; the column counts bytes. */
export type Position = { readonly line: number; readonly column: number };

export function positionOf(span: Span): Position {
  const before = span.source.text.slice(0, span.start);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (const char of before) if (char === '\n') line += 1;
  return { line, column: span.start - lineStart + 1 };
}

/** The physical line that holds `offset`, without its line end. */
export function lineAt(source: SourceFile, offset: number): string {
  const start = source.text.lastIndexOf('\n', offset - 1) + 1;
  const end = source.text.indexOf('\n', offset);
  return source.text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
}
