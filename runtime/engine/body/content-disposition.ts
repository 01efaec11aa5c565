/** The Content-Disposition header of a part of multipart/form-data (RFC 7578 4.2, RFC 8187). */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { decodePercent, hasInvalidPercent } from '../transformations/decode-percents.ts';
import { decodedFilenames } from './decoded-filenames.ts';
import { firstProblem } from './first-problem.ts';
import { parseParameters } from './parse-parameters.ts';
import { LONGEST_LINE } from './part-head.ts';

export type FilenameEncoding = { readonly charset: ByteString; readonly language: ByteString };

export type ContentDisposition = {
  /** "" when absent; the first one when repeated. */
  readonly name: ByteString;
  /** Value of `filename`; "" when absent or empty, which makes the part a field. */
  readonly filename: ByteString;
  /** `filename` without any backslash before a character, as Werkzeug, aiohttp and partly Go read it; "" when it has none. */
  readonly unescapedFilename: ByteString;
  /** Value of `filename*`, percent-decoded and without its charset; "" when absent. */
  readonly extendedFilename: ByteString;
  /** What else back ends make of these names. */
  readonly decodedFilenames: readonly ByteString[];
  /** Charset and language that `filename*` names, as sent; undefined when it is absent or names neither. */
  readonly encoding: FilenameEncoding | undefined;
  readonly invalidQuoting: boolean;
  /** A parameter occurs twice. */
  readonly isRepeated: boolean;
  /** Some back end may read a field in spite of the file name. An empty `filename*` replaces it in Go and Django. */
  readonly mayBeField: boolean;
  /** Why ModSecurity refuses the header (docs/spec/body-processors.md#multipart), in a few words. */
  readonly problem: string | undefined;
};

/** Names in another case count as unknown: some back end ignores them and reads a field instead of a file. */
const KNOWN = ['name', 'filename', 'filename*'];

/** Back ends do not agree whether `\\"` ends a value: PHP, Django and Starlette read on, and find no `filename`. */
const NAME = '"(?:[^"\\\\]|\\\\[^"\\\\])*"';
const FILENAME = '"[^"\\\\](?:(?:[^"\\\\]|\\\\.)*\\\\?[^"\\\\])?"';
const TOKEN = '[^\\s;"]+';
/**
 * How browsers write the header of a file, and .NET, without quotes but with a second name. Some back ends, which search for
 * `filename` with simple expressions, find none with other white space, before a `;` without a blank or without quotes.
 */
const FILE = new RegExp(
  `^[\\t ]*form-data(?:; *(?:name=(?:${NAME}|${TOKEN})|` +
    `(?:filename=${FILENAME}|filename\\*=${TOKEN}|filename=${TOKEN}; filename\\*=utf-8''${TOKEN})(?=$|; )))*$`,
);

/** Back ends that remove folders, or the slashes before a name, find no name. */
const NO_BASENAME = /[\\/]$/;

/** A longer value is an error anyway, and V8 throws for expressions with too many repetitions. */
function isFileForAll(value: ByteString): boolean {
  return value.length <= LONGEST_LINE && FILE.test(value);
}

/** Parses the value of the header. Every deviation is a `problem`, and everything that can be parsed is returned. */
export function parseContentDisposition(value: ByteString): ContentDisposition {
  const semicolon = value.indexOf(';');
  const kindEnd = semicolon === -1 ? value.length : semicolon;
  const { pairs, invalidQuoting, problem } = parseParameters(value, kindEnd);
  const parameters = new Map<ByteString, ByteString>();
  let repeated: ByteString | undefined;
  let unknown: ByteString | undefined;
  for (const [name, text] of pairs) {
    if (!KNOWN.includes(name)) unknown ??= name;
    else if (parameters.has(name)) repeated ??= name;
    else parameters.set(name, text);
  }
  const filename = parameters.get('filename') ?? '';
  const extended = parameters.get('filename*');
  const unescapedFilename = withoutBackslashes(filename);
  const extendedFilename = decodeExtended(extended);
  const filenames = [filename, unescapedFilename, extendedFilename];
  return {
    name: parameters.get('name') ?? '',
    filename,
    unescapedFilename,
    extendedFilename,
    decodedFilenames: filenames.flatMap(decodedFilenames),
    encoding: encodingOf(extended),
    invalidQuoting,
    isRepeated: repeated !== undefined,
    mayBeField:
      !isFileForAll(value) ||
      NO_BASENAME.test(filename) ||
      NO_BASENAME.test(extendedFilename) ||
      (extended !== undefined && extendedFilename === ''),
    problem: firstProblem([
      [trimSpace(value.slice(0, kindEnd)) !== 'form-data', 'not form-data'],
      [problem !== undefined, problem ?? ''],
      [unknown !== undefined, 'unknown parameter'],
      [repeated !== undefined, `duplicate ${repeated}`],
      [extended !== undefined && filename === '', 'filename* without filename'],
      [extended !== undefined && !isExtendedValue(extended), 'malformed filename*'],
      [hidesAscii(extended), 'charset of filename*'],
      // Simple parsers search for exactly this text and would read a field instead of a file.
      [filename !== '' && !value.includes('filename='), 'filename not found literally'],
    ]),
  };
}

function withoutBackslashes(filename: ByteString): ByteString {
  return filename.includes('\\') ? filename.replace(/\\(.)/gs, '$1') : '';
}

/** `charset'language'text` with text in attr-char and `%HH` (RFC 8187 3.2.1). */
const EXTENDED_VALUE = /^[A-Za-z0-9!#$%&+^_`{}~-]+'[A-Za-z0-9-]*'([A-Za-z0-9!#$&+.^_`|~%-]*)$/;

/** Charsets in which ASCII stays as it is. Django decodes UTF-7 and UTF-16, too, in which rules would not see it. */
const ASCII_CHARSET =
  /^(?:utf-?8|(?:us-)?ascii|iso-8859-\d{1,2}|latin-?1|windows-125\d|gb(?:k|2312|18030)|big5|euc-(?:jp|kr)|shift_jis|koi8-[ru])$/i;

function hidesAscii(extended: ByteString | undefined): boolean {
  const encoding = encodingOf(extended);
  return encoding !== undefined && !ASCII_CHARSET.test(encoding.charset);
}

function isExtendedValue(value: ByteString): boolean {
  return EXTENDED_VALUE.test(value) && !hasInvalidPercent(value.slice(value.lastIndexOf("'")));
}

function encodingOf(value: ByteString | undefined): FilenameEncoding | undefined {
  const found = /^([^']*)'([^']*)'/.exec(value ?? '');
  return found === null ? undefined : { charset: found[1] ?? '', language: found[2] ?? '' };
}

function decodeExtended(value: ByteString | undefined): ByteString {
  if (value === undefined) return '';
  const language = value.indexOf("'");
  const text = value.indexOf("'", language + 1);
  return decodePercent(language === -1 || text === -1 ? value : value.slice(text + 1));
}
