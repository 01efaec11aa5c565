/** The head of one part of multipart/form-data: header lines up to the blank line (RFC 2046 5.1). */
import { isSpace, trimSpace } from '../bytes/ascii-space.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { firstProblem } from './first-problem.ts';
import type { MultipartFlagsDraft } from './multipart-flags.ts';

export type PartHead = {
  /** Header lines as sent, without line ends; folded lines are joined by one blank. */
  readonly lines: readonly ByteString[];
  /** Value of the first Content-Disposition, with the white space around it. */
  readonly disposition: ByteString | undefined;
  /** Some other line has a quote that is not closed: Rack takes the next quote, in Content-Disposition, for its end. */
  readonly hasOpenQuote: boolean;
  /** Offset of the content; undefined: the blank line is missing. */
  readonly contentStart: number | undefined;
  /** The first error, in ModSecurity's words. */
  readonly problem: string | undefined;
};

type Header = { readonly name: ByteString; readonly line: ByteString };

const INVALID_CHARACTER = 'Invalid part header (contains invalid character).';
/**
 * Field values may contain only blanks and tabs (RFC 9110 5.5): a bare CR ends the line for some back ends, and only some take
 * a vertical tab or form feed around names and values for white space.
 */
const OTHER_SPACE = /[\v\f\r]/;
/** Bytes; a longer line is an error. */
export const LONGEST_LINE = 4096;
/** Bounds the memory for a body full of short lines; browsers send three. */
const MOST_HEADERS = 64;

/** Parses lines from `start` up to `end`, the offset of the next boundary. Sets flags. */
export function readPartHead(
  body: ByteString,
  start: number,
  end: number,
  flags: MultipartFlagsDraft,
): PartHead {
  const headers: Header[] = [];
  let problem: string | undefined;
  let contentStart: number | undefined;
  let at = start;
  while (at < end && contentStart === undefined) {
    const lineFeed = body.indexOf('\n', at);
    const next = lineFeed === -1 ? end : lineFeed + 1;
    const line = withoutLineEnd(body.slice(at, next), flags);
    at = next;
    if (line === '' && lineFeed !== -1) {
      contentStart = next;
    } else {
      const found = addLine(headers, line, flags);
      problem ??= found;
    }
  }
  const isDisposition = ({ name }: Header): boolean => name === 'content-disposition';
  const disposition = headers.find(isDisposition)?.line;
  return {
    lines: headers.map(({ line }) => line),
    disposition: disposition?.slice(disposition.indexOf(':') + 1),
    hasOpenQuote: headers.some((header) => !isDisposition(header) && leavesQuoteOpen(header.line)),
    contentStart,
    problem,
  };
}

function leavesQuoteOpen(line: ByteString): boolean {
  let isOpen = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}

/** Removes the line end and flags its kind; a line without one, at the end of a body, sets no flag. */
function withoutLineEnd(line: ByteString, flags: MultipartFlagsDraft): ByteString {
  if (line.endsWith('\r\n')) {
    flags.crlfLine = true;
    return line.slice(0, -2);
  }
  if (!line.endsWith('\n')) return line;
  flags.lfLine = true;
  return line.slice(0, -1);
}

/**
 * Adds a line, even one that is no header: rules on MULTIPART_PART_HEADERS inspect it (CRS 922130). Returns a problem
 * or undefined.
 */
function addLine(
  headers: Header[],
  line: ByteString,
  flags: MultipartFlagsDraft,
): string | undefined {
  if (headers.length >= MOST_HEADERS) return 'Too many part headers.';
  if (isSpace(line.charCodeAt(0))) return addFoldedLine(headers, line, flags);
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  const known = lowerAscii(trimSpace(name));
  const isRepeated = headers.some((header) => header.name === known);
  if (isRepeated) flags.duplicatePartHeader = true;
  headers.push({ name: known, line });
  return firstProblem([
    [line.includes('\0'), 'Nul byte in part headers.'],
    [line.length > LONGEST_LINE, `Part header line over ${LONGEST_LINE} bytes long`],
    [colon === -1, `Invalid part header (colon missing): ${excerpt(line)}`],
    [name === '', 'Invalid part header (header name missing).'],
    [/[^!-~]/.test(name) || OTHER_SPACE.test(line), INVALID_CHARACTER],
    [isRepeated, `Duplicate part header: ${excerpt(name)}.`],
  ]);
}

function addFoldedLine(
  headers: Header[],
  line: ByteString,
  flags: MultipartFlagsDraft,
): string | undefined {
  flags.headerFolding = true;
  // RFC 822 folds with blank and tab, PHP and others with any white space, which is accepted but flagged.
  if (/^[\t ]*[\n\v\f\r]/.test(line)) flags.invalidHeaderFolding = true;
  const last = headers.pop();
  if (last === undefined) {
    headers.push({ name: '', line });
    return 'Invalid part header (folding error).';
  }
  const text = trimSpace(line);
  headers.push({ name: last.name, line: `${last.line} ${text}` });
  return firstProblem([
    [line.includes('\0'), 'Nul byte in part headers.'],
    [OTHER_SPACE.test(text), INVALID_CHARACTER],
  ]);
}

/** Shortens a line for an error text in logs. */
export function excerpt(line: ByteString): ByteString {
  return line.length <= 80 ? line : `${line.slice(0, 80)}...`;
}
