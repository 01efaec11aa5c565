/** Variables of the request body (docs/spec/body-processors.md). */
import type { FilenameEncoding } from '../body/content-disposition.ts';
import { evaluateXPath } from '../body/evaluate-xpath.ts';
import type { MultipartFlags } from '../body/multipart-flags.ts';
import type { Pair } from '../body/pair.ts';
import type { XPath } from '../body/xpath.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { type Entry, makeEntry } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import { flag, fromPairs, fromValues, scalar } from './make-entries.ts';

type Entries = readonly Entry[];

/** The processors URLENCODED and RAW fill it; otherwise it is "". */
export const requestBody = (tx: Tx): Entries => scalar(tx, 'REQUEST_BODY', tx.body.raw);
export const requestBodyLength = (tx: Tx): Entries =>
  scalar(tx, 'REQUEST_BODY_LENGTH', String(tx.body.length));
export const inboundDataError = (tx: Tx): Entries =>
  flag(tx, 'INBOUND_DATA_ERROR', tx.inboundDataError);

export const reqbodyProcessor = (tx: Tx): Entries =>
  scalar(tx, 'REQBODY_PROCESSOR', tx.controls.requestBodyProcessor);
const hasError = ({ body }: Tx): boolean => body.error !== undefined || body.limitReached;
export const reqbodyError = (tx: Tx): Entries => flag(tx, 'REQBODY_ERROR', hasError(tx));
export const reqbodyProcessorError = (tx: Tx): Entries =>
  flag(tx, 'REQBODY_PROCESSOR_ERROR', hasError(tx));
export const reqbodyProcessorErrorMsg = (tx: Tx): Entries =>
  scalar(tx, 'REQBODY_PROCESSOR_ERROR_MSG', errorText(tx));
export const reqbodyErrorMsg = (tx: Tx): Entries => {
  const text = errorText(tx);
  const processor = tx.controls.requestBodyProcessor;
  return scalar(tx, 'REQBODY_ERROR_MSG', text === '' ? '' : `${processor} parsing error: ${text}`);
};

function errorText({ body }: Tx): ByteString {
  if (body.error !== undefined) return body.error;
  return body.limitReached ? 'SecArgumentsLimit reached' : '';
}

/** The key is the form field. A file has an entry for each name that some back end reads. */
const fileNames = ({ body }: Tx): readonly Pair[] =>
  body.files.flatMap(({ field, name, unescapedName, extendedName, decodedNames }) => [
    [field, name] as const,
    ...[unescapedName, extendedName, ...decodedNames]
      .filter((other) => other !== '')
      .map((other) => [field, other] as const),
  ]);
export const files = (tx: Tx): Entries => fromPairs(tx, 'FILES', fileNames(tx));
export const filesNames = (tx: Tx): Entries =>
  fromPairs(
    tx,
    'FILES_NAMES',
    tx.body.files.map(({ field }) => [field, field] as const),
  );
export const filesSizes = (tx: Tx): Entries =>
  fromPairs(
    tx,
    'FILES_SIZES',
    tx.body.files.map(({ field, size }) => [field, String(size)] as const),
  );
export const filesCombinedSize = (tx: Tx): Entries => {
  const size = tx.body.files.reduce((sum, file) => sum + file.size, 0);
  return scalar(tx, 'FILES_COMBINED_SIZE', String(size));
};

export const multipartPartHeaders = (tx: Tx): Entries =>
  fromPairs(tx, 'MULTIPART_PART_HEADERS', tx.body.partHeaders);
export const multipartName = (tx: Tx): Entries =>
  fromPairs(
    tx,
    'MULTIPART_NAME',
    tx.body.files.map(({ field }) => [field, field] as const),
  );
export const multipartFilename = (tx: Tx): Entries =>
  fromPairs(tx, 'MULTIPART_FILENAME', fileNames(tx));
export const multipartFilenameCharset = (tx: Tx): Entries =>
  fromPairs(tx, 'MULTIPART_FILENAME_CHARSET', encodings(tx, 'charset'));
export const multipartFilenameLanguage = (tx: Tx): Entries =>
  fromPairs(tx, 'MULTIPART_FILENAME_LANGUAGE', encodings(tx, 'language'));

function encodings({ body }: Tx, member: keyof FilenameEncoding): readonly Pair[] {
  return body.files.flatMap(({ field, encoding }) =>
    encoding === undefined ? [] : [[field, encoding[member]] as const],
  );
}

const multipartFlag =
  (variable: string, name: keyof MultipartFlags) =>
  (tx: Tx): Entries =>
    scalar(tx, variable, String(Number(tx.body.multipart?.[name] ?? 0)));

export const multipartBoundaryQuoted = multipartFlag('MULTIPART_BOUNDARY_QUOTED', 'boundaryQuoted');
export const multipartBoundaryWhitespace = multipartFlag(
  'MULTIPART_BOUNDARY_WHITESPACE',
  'boundaryWhitespace',
);
export const multipartCrlfLfLines = multipartFlag('MULTIPART_CRLF_LF_LINES', 'crlfLfLines');
export const multipartCrlfLine = multipartFlag('MULTIPART_CRLF_LINE', 'crlfLine');
export const multipartDataAfter = multipartFlag('MULTIPART_DATA_AFTER', 'dataAfter');
export const multipartDataBefore = multipartFlag('MULTIPART_DATA_BEFORE', 'dataBefore');
export const multipartDuplicatePartHeader = multipartFlag(
  'MULTIPART_DUPLICATE_PART_HEADER',
  'duplicatePartHeader',
);
export const multipartFileLimitExceeded = multipartFlag(
  'MULTIPART_FILE_LIMIT_EXCEEDED',
  'fileLimitExceeded',
);
export const multipartHeaderFolding = multipartFlag('MULTIPART_HEADER_FOLDING', 'headerFolding');
export const multipartInvalidHeaderFolding = multipartFlag(
  'MULTIPART_INVALID_HEADER_FOLDING',
  'invalidHeaderFolding',
);
export const multipartInvalidPart = multipartFlag('MULTIPART_INVALID_PART', 'invalidPart');
export const multipartInvalidQuoting = multipartFlag('MULTIPART_INVALID_QUOTING', 'invalidQuoting');
export const multipartLfLine = multipartFlag('MULTIPART_LF_LINE', 'lfLine');
export const multipartMissingSemicolon = multipartFlag(
  'MULTIPART_MISSING_SEMICOLON',
  'missingSemicolon',
);
export const multipartSemicolonMissing = multipartFlag(
  'MULTIPART_SEMICOLON_MISSING',
  'missingSemicolon',
);
export const multipartStrictError = multipartFlag('MULTIPART_STRICT_ERROR', 'strictError');
export const multipartUnmatchedBoundary = multipartFlag(
  'MULTIPART_UNMATCHED_BOUNDARY',
  'unmatchedBoundary',
);

const wholeText: XPath = {
  text: '/*',
  steps: [{ axis: 'Child', test: 'Element', name: '*', index: undefined }],
};

/** `XML:/path`: one entry for each value that the path selects; XML alone means XML:/*. */
export const xml = (tx: Tx, path: XPath = wholeText): Entries => xmlEntries(tx, 'XML', path);
export const requestXml = (tx: Tx, path: XPath = wholeText): Entries =>
  xmlEntries(tx, 'REQUEST_XML', path);

function xmlEntries(tx: Tx, variable: string, path: XPath): Entries {
  if (tx.body.xml === undefined) return [];
  const name = `${variable}:${path.text}${path.bound === undefined ? '' : ` in ${path.bound}`}`;
  const known = tx.entries.get(name);
  if (known !== undefined) return known;
  // A path selects at most the texts and attributes of the document, whose number the parser has limited.
  const limit = tx.body.xml.texts.length + tx.body.xml.attributes.length;
  const { values, joined } = evaluateXPath(tx.body.xml, path, limit);
  const entries = fromValues(tx, variable, path.text, [...values, ...joined]);
  tx.entries.set(name, entries);
  return entries;
}

/** The whole request as received, with header lines rebuilt. */
const wholeRequest = ({ request }: Tx, body: ByteString): ByteString => {
  const head = `${request.method} ${request.target} ${request.protocol}\n`;
  const headers = request.headers.map(([name, value]) => `${name}: ${value}\n`).join('');
  return `${head}${headers}\n${body}`;
};
export const fullRequest = (tx: Tx): Entries =>
  scalar(tx, 'FULL_REQUEST', wholeRequest(tx, tx.body.raw));
export const fullRequestLength = (tx: Tx): Entries => {
  const length = wholeRequest(tx, '').length + tx.body.length;
  return scalar(tx, 'FULL_REQUEST_LENGTH', String(length));
};

/** The content of each file, for rules that look into uploads. */
export const filesTmpContent = (tx: Tx): Entries =>
  tx.body.files.map(({ field, start, end }) =>
    makeEntry('FILES_TMP_CONTENT', field, tx.text(tx.bodyBytes.slice(start, end))),
  );
