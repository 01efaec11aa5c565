/** Maps positions in a decoded text back to bytes of the file. */
import type { Span } from '../source.ts';
import type { Text } from './ast.ts';

/**
 * The text that joins two physical lines: `\`, blanks, the line end, whole lines that are empty or comments, and the
 * indentation of the next line (docs/spec/seclang-syntax.md#lines). Blanks are listed byte by byte, here and in the
 * tokens, because `\s` would also take 0xA0, which is half of a UTF-8 letter.
 */
const CONTINUATION = /(?:\\[ \t\r\f\v]*\n(?:[ \t\r\f\v]*(?:#[^\n]*)?\n)*[ \t\r\f\v]*)+/y;

/**
 * Returns the span in the file of chars `from` to `to` (end exclusive) of `text`. Decoding only removes chars
 * (continuations, and the backslash before an escaped quote or slash), so the mapping skips those. Indexes past the end
 * map to the end.
 */
export function spanWithin(text: Text, from: number, to: number): Span {
  const { source, start: first, end: last } = text.span;
  if (last - first === text.text.length) {
    const start = Math.min(first + from, last);
    return { source, start, end: Math.max(start, Math.min(first + to, last)) };
  }
  const start = offsetOf(text, from);
  return { source, start, end: to > from ? Math.min(offsetOf(text, to - 1) + 1, last) : start };
}

/** Returns a part of `text` as a Text of its own. */
export function subText(text: Text, from: number, to: number): Text {
  return { text: text.text.slice(from, to), span: spanWithin(text, from, to) };
}

function offsetOf(text: Text, index: number): number {
  const { source, start, end } = text.span;
  let offset = start;
  for (let at = 0; offset < end; offset += 1) {
    offset = skipContinuation(source.text, offset);
    if (source.text[offset] !== text.text[at]) continue;
    if (at === index) break;
    at += 1;
  }
  return Math.min(offset, end);
}

function skipContinuation(source: string, offset: number): number {
  if (source[offset] !== '\\') return offset;
  CONTINUATION.lastIndex = offset;
  return CONTINUATION.test(source) ? CONTINUATION.lastIndex : offset;
}
