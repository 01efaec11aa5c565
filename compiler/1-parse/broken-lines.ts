/**
 * Repairs logical lines where a backslash is missing, so that a directive is split, or where one is too many, so that
 * two directives are joined.
 */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type { Span } from '../source.ts';
import { type LogicalLine, spanIn } from './logical-lines.ts';

const DIRECTIVE = /^(?:Sec[A-Z]|Include)/i;

/** Returns whether the line does not start with a directive name: it may be the rest of the line before. */
export function isRest({ text }: LogicalLine): boolean {
  return !DIRECTIVE.test(text);
}

/** Joins two logical lines as if a backslash had continued the first. */
export function join(line: LogicalLine, next: LogicalLine): LogicalLine {
  const shift = line.text.length + 1;
  return {
    text: `${line.text} ${next.text}`,
    span: { ...line.span, end: next.span.end },
    pieces: [
      ...line.pieces,
      { index: line.text.length, offset: line.span.end },
      ...next.pieces.map(({ index, offset }) => ({ index: index + shift, offset })),
    ],
  };
}

/** Returns the span of the last byte of the line, after which a backslash is missing. */
export function lastByte({ span }: LogicalLine): Span {
  return { ...span, start: span.end - 1 };
}

export type Cut = {
  readonly before: LogicalLine;
  /** The backslash that joins the two directives. */
  readonly backslash: Span;
  readonly after: LogicalLine;
};

const STARTS = /^(?:Sec[A-Z]\w*|Include(?:Optional)?)[ \t]/i;

/**
 * Splits the line at the first physical line, other than its first, that starts a directive; undefined when there is
 * none.
 */
export function cutAtDirective(line: LogicalLine): Cut | undefined {
  const at = line.pieces.findIndex(({ index }, piece) => {
    // An empty physical line starts at the same index as the next one, which has the text.
    const isEmpty = line.pieces[piece + 1]?.index === index;
    return index > 0 && !isEmpty && STARTS.test(line.text.slice(index, index + 60));
  });
  const start = line.pieces[at];
  if (start === undefined) return undefined;
  const { source } = line.span;
  const backslash = source.text.lastIndexOf('\\', start.offset);
  const text = trimSpace(line.text.slice(0, start.index));
  return {
    before: { text, span: spanIn(line, 0, text.length), pieces: line.pieces.slice(0, at) },
    backslash: { source, start: backslash, end: backslash + 1 },
    after: {
      text: line.text.slice(start.index),
      span: { ...line.span, start: start.offset },
      pieces: line.pieces
        .slice(at)
        .map(({ index, offset }) => ({ index: index - start.index, offset })),
    },
  };
}
