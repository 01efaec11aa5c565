/**
 * Converts positions in a file: byte offsets here, lines and UTF-16 columns in the protocol. Files are bytes that
 * editors show as UTF-8; an invalid byte counts as the one character that replaces it.
 */
import type { Position, Range } from 'vscode-languageserver/node';
import { BYTE_ORDER_MARK } from '#compiler/utf8.ts';

export type LineIndex = {
  readonly text: string;
  /**
   * The start of each line. Line ends are those of the protocol: LF, CRLF and CR. The first line begins after a byte
   * order mark, which editors do not show.
   */
  readonly starts: readonly number[];
};

export function indexLines(text: string): LineIndex {
  const starts = [text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0];
  for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length);
  return { text, starts };
}

/** Offsets beyond the text are its end. */
export function positionAt({ text, starts }: LineIndex, offset: number): Position {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low, character: utf8(text.slice(starts[low], offset)).length };
}

export function rangeOf(index: LineIndex, start: number, end: number): Range {
  return { start: positionAt(index, start), end: positionAt(index, end) };
}

/**
 * A line beyond the text is the end of the text, a column beyond the line is the end of the line (LSP 3.17, Position).
 */
export function offsetAt({ text, starts }: LineIndex, { line, character }: Position): number {
  const start = starts[line];
  if (start === undefined) return text.length;
  const shown = text.slice(start, starts[line + 1] ?? text.length).replace(/[\r\n]+$/, '');
  const before = utf8(shown).slice(0, character);
  return start + Math.min(Buffer.byteLength(before, 'utf8'), shown.length);
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Converts text of the editor to its bytes, one char each. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Converts bytes of a file to text for the editor. */
export function shownText(bytes: string): string {
  return utf8(bytes);
}
