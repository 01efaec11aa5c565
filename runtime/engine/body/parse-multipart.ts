/**
 * Parses multipart/form-data bodies (RFC 7578), at least as strictly as ModSecurity: every deviation sets its flag or
 * the error, and parsing continues, so that rules see what any back end may see. Parts are not decoded: browsers
 * never send a Content-Transfer-Encoding (docs/spec/body-processors.md#multipart).
 */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { type BoundaryReader, nextBoundaryLine } from './boundary-line.ts';
import {
  type ContentDisposition,
  type FilenameEncoding,
  parseContentDisposition,
} from './content-disposition.ts';
import { parseMultipartBoundary } from './multipart-boundary.ts';
import { finishMultipartFlags, type MultipartFlags, newMultipartFlags } from './multipart-flags.ts';
import type { Pair } from './pair.ts';
import { excerpt, type PartHead, readPartHead } from './part-head.ts';

/** An uploaded file. Its content is `body.slice(start, end)`, which is not copied. */
export type MultipartFile = {
  readonly field: ByteString;
  readonly name: ByteString;
  /** The name without backslashes; "" when it has none. */
  readonly unescapedName: ByteString;
  /** Decoded `filename*` parameter, "" when absent: a second name that back ends may use. */
  readonly extendedName: ByteString;
  /** The names above with escapes and references decoded, as far as that changes them. */
  readonly decodedNames: readonly ByteString[];
  /** Of the `filename*` parameter. */
  readonly encoding: FilenameEncoding | undefined;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  /** Its content is also the value of a field. */
  readonly isField: boolean;
};

export type MultipartLimits = {
  /** Maximum number of parts that are parsed, files included. */
  readonly argumentsLimit: number;
  /** Maximum number of files without MULTIPART_FILE_LIMIT_EXCEEDED; 0: unlimited. */
  readonly fileLimit: number;
};

export type Multipart = {
  readonly fields: readonly Pair[];
  readonly files: readonly MultipartFile[];
  /** For each header line of each part: the name of the part ("" without one) and the whole line. */
  readonly partHeaders: readonly Pair[];
  readonly flags: MultipartFlags;
  /** The first error without a flag, such as `Multipart: Final boundary missing.` */
  readonly error: string | undefined;
  readonly limitReached: boolean;
};

type Reader = BoundaryReader & {
  readonly limits: MultipartLimits;
  readonly fields: Pair[];
  readonly files: MultipartFile[];
  readonly partHeaders: Pair[];
};

/**
 * Parses a body with its Content-Type. The error is in ModSecurity's words. A part with a malformed or unusual head counts
 * as a field even when it has a file name, because some back end may read it so.
 */
export function parseMultipart(
  contentType: ByteString | undefined,
  body: ByteString,
  limits: MultipartLimits,
): Multipart {
  const { boundary, error, ...boundaryFlags } = parseMultipartBoundary(contentType);
  const reader: Reader = {
    body,
    delimiter: `--${boundary}`,
    limits,
    fields: [],
    files: [],
    partHeaders: [],
    flags: { ...newMultipartFlags(), ...boundaryFlags },
    error,
  };
  let limitReached = false;
  if (boundary === undefined) addOutside(reader, 0, body.length);
  else limitReached = readParts(reader);
  return {
    fields: reader.fields,
    files: reader.files,
    partHeaders: reader.partHeaders,
    flags: finishMultipartFlags(reader.flags, reader.error !== undefined),
    error: reader.error === undefined ? undefined : `Multipart: ${reader.error}`,
    limitReached,
  };
}

/** Parses all parts; returns true when it stopped at the limit. */
function readParts(reader: Reader): boolean {
  const { body, flags, limits } = reader;
  if (body === '') return false;
  let line = nextBoundaryLine(reader, 0);
  flags.dataBefore = line?.start !== 0;
  addOutside(reader, 0, line?.start ?? body.length);
  if (line === undefined) reader.error ??= 'No boundaries found in payload.';
  while (line !== undefined && !line.isFinal) {
    if (reader.fields.length + reader.files.length >= limits.argumentsLimit) return true;
    const next = nextBoundaryLine(reader, line.end);
    if (next === undefined) reader.error ??= 'Final boundary missing.';
    else flags.unmatchedBoundary = 2;
    readPart(reader, line.end, next?.start);
    line = next;
  }
  if (line === undefined) return false;
  flags.dataAfter = line.end < body.length;
  addOutside(reader, line.end, body.length);
  return false;
}

/** Adds text before, after or without boundaries as a field without name, unless it is blank. */
function addOutside(reader: Reader, start: number, end: number): void {
  const text = trimSpace(reader.body.slice(start, end));
  if (text !== '') reader.fields.push(['', text]);
}

/** Parses one part. `next`: offset of the boundary line after it; undefined: the body ends first. */
function readPart(reader: Reader, start: number, next: number | undefined): void {
  const { body, flags } = reader;
  const limit = next ?? body.length;
  const head = readPartHead(body, start, limit, flags);
  const disposition = parseContentDisposition(head.disposition ?? '');
  const { name, filename, extendedFilename } = disposition;
  const problem = problemOf(head, disposition);
  reader.error ??= problem;
  flags.invalidQuoting ||= disposition.invalidQuoting;
  flags.duplicatePartHeader ||= disposition.isRepeated;
  const hasNoData = next !== undefined && (head.contentStart ?? next) === next;
  if (name === '' || hasNoData) flags.invalidPart = true;
  for (const line of head.lines) reader.partHeaders.push([name, line]);

  const contentStart = head.contentStart ?? start;
  const end = next === undefined ? limit : endOfContent(reader, contentStart, next);
  const isFile = filename !== '' || extendedFilename !== '';
  const mayBeField = problem !== undefined || disposition.mayBeField || head.hasOpenQuote;
  if (isFile) addFile(reader, disposition, contentStart, end, mayBeField);
  if (!isFile || mayBeField) reader.fields.push([name, body.slice(contentStart, end)]);
}

function addFile(
  reader: Reader,
  disposition: ContentDisposition,
  start: number,
  end: number,
  isField: boolean,
): void {
  const { files, flags, limits } = reader;
  files.push({
    field: disposition.name,
    name: disposition.filename,
    unescapedName: disposition.unescapedFilename,
    extendedName: disposition.extendedFilename,
    decodedNames: disposition.decodedFilenames,
    encoding: disposition.encoding,
    size: end - start,
    start,
    end,
    isField,
  });
  if (limits.fileLimit > 0 && files.length > limits.fileLimit) flags.fileLimitExceeded = true;
}

function problemOf(head: PartHead, disposition: ContentDisposition): string | undefined {
  if (head.problem !== undefined) return head.problem;
  if (head.disposition === undefined) return 'Part missing Content-Disposition header.';
  if (disposition.problem !== undefined) {
    const shown = excerpt(trimSpace(head.disposition));
    return `Invalid Content-Disposition header (${disposition.problem}): ${shown}`;
  }
  return disposition.name === '' ? 'Content-Disposition header missing name field.' : undefined;
}

/** Returns the end of the content: the line end before a boundary belongs to the boundary (RFC 2046 5.1.1). */
function endOfContent(reader: Reader, contentStart: number, boundaryStart: number): number {
  if (boundaryStart <= contentStart) return boundaryStart;
  const hasCarriageReturn =
    boundaryStart - 2 >= contentStart && reader.body.charAt(boundaryStart - 2) === '\r';
  if (hasCarriageReturn) reader.flags.crlfLine = true;
  else reader.flags.lfLine = true;
  return boundaryStart - (hasCarriageReturn ? 2 : 1);
}
