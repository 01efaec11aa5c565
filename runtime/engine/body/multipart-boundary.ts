/** The boundary parameter of multipart/form-data, as strict as ModSecurity (docs/spec/body-processors.md#multipart). */
import { isSpace, trimSpace } from '../bytes/ascii-space.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { firstProblem } from './first-problem.ts';

export type MultipartBoundary = {
  /** undefined: there is none. After an error it is the best guess, for inspection. */
  readonly boundary: ByteString | undefined;
  readonly boundaryQuoted: boolean;
  readonly boundaryWhitespace: boolean;
  readonly missingSemicolon: boolean;
  /** The first error, in ModSecurity's words. */
  readonly error: string | undefined;
};

type Value = {
  readonly boundary: ByteString;
  readonly quoted: boolean;
  /** There is a quote on one side only. */
  readonly halfQuoted: boolean;
  /** The text from the next `;` on. */
  readonly rest: ByteString;
};

const TYPE = 'multipart/form-data';
const WORD = 'boundary';
const LONGEST_HEADER = 1024;
/** bchars of RFC 2046 5.1.1; a blank is not allowed at the end, and values are trimmed. */
const BOUNDARY_CHARS = /^[0-9A-Za-z'()+_,./:=? -]*$/;

/** Parses a whole Content-Type value. Every malformed one is an error, because back ends parse them differently. */
export function parseMultipartBoundary(contentType: ByteString | undefined): MultipartBoundary {
  if (contentType === undefined) return withoutBoundary('Content-Type header not available.');
  const lower = lowerAscii(contentType);
  const wordAt = lower.indexOf(WORD, lower.startsWith(TYPE) ? TYPE.length : 0);
  if (wordAt === -1) return withoutBoundary('Boundary not found in C-T.');
  const equals = contentType.indexOf('=', wordAt);
  if (equals === -1) return withoutBoundary('Invalid boundary in C-T (malformed).');

  const before = trimSpace(contentType.slice(TYPE.length, wordAt));
  const between = contentType.slice(wordAt + WORD.length, equals);
  const value = readValue(contentType.slice(equals + 1));
  const error = firstProblem([
    [contentType.length > LONGEST_HEADER, 'Invalid boundary in C-T (length).'],
    [!lower.startsWith(TYPE), 'Invalid MIME type.'],
    [countBoundaryParameters(lower) > 1, 'Multiple boundary parameters in C-T.'],
    [!contentType.startsWith(WORD, wordAt), 'Invalid boundary in C-T (case sensitivity).'],
    [before !== '' && before !== ';', 'Invalid boundary in C-T (malformed).'],
    [trimSpace(between) !== '', 'Invalid boundary in C-T (parameter name).'],
    [value.halfQuoted, 'Invalid boundary in C-T (quote).'],
    [!BOUNDARY_CHARS.test(value.boundary), 'Invalid boundary in C-T (characters).'],
    [!isCharsetOrNothing(value.rest), 'Invalid boundary in C-T (characters).'],
    [value.boundary === '', 'Invalid boundary in C-T (empty).'],
  ]);

  return {
    boundary: value.boundary === '' ? undefined : value.boundary,
    boundaryQuoted: value.quoted,
    boundaryWhitespace: /[\t-\r ]/.test(between) || isSpace(contentType.charCodeAt(equals + 1)),
    missingSemicolon: !before.includes(';'),
    error,
  };
}

function withoutBoundary(error: string): MultipartBoundary {
  return {
    boundary: undefined,
    boundaryQuoted: false,
    boundaryWhitespace: false,
    missingSemicolon: false,
    error,
  };
}

function readValue(text: ByteString): Value {
  const trimmed = trimSpace(text);
  const close = trimmed.startsWith('"') ? trimmed.indexOf('"', 1) : -1;
  if (close !== -1) {
    const boundary = trimmed.slice(1, close);
    return { boundary, quoted: true, halfQuoted: false, rest: trimmed.slice(close + 1) };
  }
  const semicolon = trimmed.indexOf(';');
  const end = semicolon === -1 ? trimmed.length : semicolon;
  const raw = trimSpace(trimmed.slice(0, end));
  const boundary = raw.replace(/^"|"$/g, '');
  return { boundary, quoted: false, halfQuoted: boundary !== raw, rest: trimmed.slice(end) };
}

/** Counts the parameters: each occurrence of the word before the last `=`, so that `boundary=boundary` counts once. */
function countBoundaryParameters(lower: ByteString): number {
  const upToEquals = lower.slice(0, lower.lastIndexOf('=') + 1);
  return upToEquals.split(WORD).length - 1;
}

/** Old browsers add their charset; ModSecurity accepts it. */
function isCharsetOrNothing(rest: ByteString): boolean {
  return rest === '' || /^[\t ]*;[\t ]*charset=[A-Za-z0-9"_.:-]+$/i.test(rest);
}
