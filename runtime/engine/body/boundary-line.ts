/** Boundary lines of a multipart body (RFC 2046 5.1.1), and lines that resemble one. */
import { isSpace, trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { MultipartFlagsDraft } from './multipart-flags.ts';
import { excerpt } from './part-head.ts';

/** The parser state that boundary lines use and change. */
export type BoundaryReader = {
  readonly body: ByteString;
  /** `--` and the boundary. */
  readonly delimiter: ByteString;
  readonly flags: MultipartFlagsDraft;
  /** The first error. */
  error: string | undefined;
};

export type BoundaryLine = {
  readonly start: number;
  /** Offset after the line end. */
  readonly end: number;
  readonly isFinal: boolean;
};

/**
 * Returns the first boundary line from offset `from`, which must be the start of a line; undefined when there is
 * none. Flags lines before it that resemble one. Linear for any body and boundary.
 */
export function nextBoundaryLine(reader: BoundaryReader, from: number): BoundaryLine | undefined {
  const { body, delimiter } = reader;
  let at = body.startsWith('--', from) ? from : lineWithDashes(body, from);
  while (at !== -1 && !body.startsWith(delimiter, at)) {
    flagSimilarLine(reader, at);
    at = lineWithDashes(body, at);
  }
  checkInsideLines(reader, from, at === -1 ? body.length : at);
  return at === -1 ? undefined : readBoundaryLine(reader, at);
}

/** Returns the offset of the next line that starts with `--`, after the line at `from`. */
function lineWithDashes(body: ByteString, from: number): number {
  const lineFeed = body.indexOf('\n--', from);
  return lineFeed === -1 ? -1 : lineFeed + 1;
}

function flagSimilarLine(reader: BoundaryReader, at: number): void {
  const { body, delimiter, flags } = reader;
  flags.unmatchedBoundary = 1;
  const boundary = delimiter.slice(2);
  if (flags.boundaryQuoted && body.startsWith(`"${boundary}`, at + 2)) {
    reader.error ??= 'Invalid boundary (quotes).';
  }
  let text = at + 2;
  while (body.charCodeAt(text) !== 0x0a && isSpace(body.charCodeAt(text))) text += 1;
  if (text > at + 2 && body.startsWith(boundary, text)) {
    reader.error ??= 'Invalid boundary (whitespace).';
  }
}

/** RFC 2046 allows 70 characters; comparing no more keeps the search linear for any boundary. */
const COMPARED = 72;

/**
 * A boundary must not occur in a part (RFC 2046 5.1.1). Some back ends begin a new part at one inside a line, or after
 * CR alone, so that a field would be hidden in a file.
 */
function checkInsideLines(reader: BoundaryReader, from: number, end: number): void {
  const at = reader.body.indexOf(reader.delimiter.slice(0, COMPARED), from);
  if (at === -1 || at >= end) return;
  reader.flags.unmatchedBoundary = 1;
  reader.error ??= 'Invalid boundary (inside a line).';
}

/**
 * Returns the boundary line at `start`. Text after the boundary on the line is an error, although RFC 2046 accepts a
 * boundary as prefix.
 */
function readBoundaryLine(reader: BoundaryReader, start: number): BoundaryLine {
  const { body, delimiter, flags } = reader;
  const isFinal = body.startsWith('--', start + delimiter.length);
  const tailStart = start + delimiter.length + (isFinal ? 2 : 0);
  const lineFeed = body.indexOf('\n', tailStart);
  const end = lineFeed === -1 ? body.length : lineFeed + 1;
  const tail = body.slice(tailStart, end);
  if (tail === '\r\n') flags.crlfLine = true;
  else if (tail === '\n') flags.lfLine = true;
  else if (tail !== '') {
    reader.error ??= `Invalid boundary: ${excerpt(trimSpace(body.slice(start, end)))}`;
  }
  return { start, end, isFinal };
}
