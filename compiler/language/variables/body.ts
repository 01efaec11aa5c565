/** Variables of the request body: its files, parts and texts, and its errors. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofBody: VariableRecords = {
  FILES: collection(
    'files',
    'The file names of uploads as the client sends them, by the names of their form fields.',
    {
      phase: 2,
      differs:
        'The key is the form field, as in ModSecurity; empty in Coraza. A file with filename and filename* has two entries.',
    },
  ),
  FILES_COMBINED_SIZE: scalar('filesCombinedSize', 'Total number of bytes of all uploads.', {
    phase: 2,
    differs: 'Counts only files, as in ModSecurity; Coraza adds the fields.',
  }),
  FILES_NAMES: collection('filesNames', 'The names of the form fields that contain uploads.', {
    phase: 2,
  }),
  FILES_SIZES: collection(
    'filesSizes',
    'Number of bytes of each upload, by the name of its form field.',
    { phase: 2, differs: 'The key is the form field, as in ModSecurity; the file name in Coraza.' },
  ),
  FILES_TMPNAMES: collection('filesTmpnames', 'Names of temporary files of uploads.', {
    phase: 2,
    differs: 'Always empty: uploads are never written to separate files.',
  }),
  FILES_TMP_CONTENT: collection(
    'filesTmpContent',
    'The content of each upload, by the name of its form field.',
    { phase: 2 },
  ),
  FULL_REQUEST: scalar('fullRequest', 'Request line, headers and body as one string.', {
    phase: 2,
  }),
  FULL_REQUEST_LENGTH: scalar('fullRequestLength', 'Number of bytes of FULL_REQUEST.', {
    phase: 2,
  }),
  INBOUND_DATA_ERROR: scalar(
    'inboundDataError',
    '1 when the request body is larger than SecRequestBodyLimit.',
    {
      phase: 2,
      differs: '0 when the limit refuses the body: no rule but those of phase 5 could read it.',
    },
  ),
  MULTIPART_BOUNDARY_QUOTED: scalar(
    'multipartBoundaryQuoted',
    '1 when the boundary parameter of a multipart request is quoted.',
    { phase: 2 },
  ),
  MULTIPART_BOUNDARY_WHITESPACE: scalar(
    'multipartBoundaryWhitespace',
    '1 when the boundary of a multipart request contains a blank.',
    { phase: 2 },
  ),
  MULTIPART_CRLF_LF_LINES: scalar(
    'multipartCrlfLfLines',
    '1 when a multipart body mixes line ends.',
    { phase: 2 },
  ),
  MULTIPART_CRLF_LINE: scalar(
    'multipartCrlfLine',
    '1 when a multipart body has lines that end in CRLF.',
    { phase: 2 },
  ),
  MULTIPART_DATA_AFTER: scalar(
    'multipartDataAfter',
    '1 when something follows the last boundary of a multipart body.',
    { phase: 2 },
  ),
  MULTIPART_DATA_BEFORE: scalar(
    'multipartDataBefore',
    '1 when something precedes the first boundary of a multipart body.',
    { phase: 2 },
  ),
  MULTIPART_DUPLICATE_PART_HEADER: scalar(
    'multipartDuplicatePartHeader',
    '1 when a part of a multipart body repeats a header, or a parameter of its Content-Disposition.',
    { phase: 2 },
  ),
  MULTIPART_FILENAME: collection(
    'multipartFilename',
    'The file names of the parts of a multipart body.',
    { phase: 2 },
  ),
  MULTIPART_FILENAME_CHARSET: collection(
    'multipartFilenameCharset',
    'The charset that the parameter filename* of a file names, by the name of its field.',
    { phase: 2 },
  ),
  MULTIPART_FILENAME_LANGUAGE: collection(
    'multipartFilenameLanguage',
    'The language that the parameter filename* of a file names, by the name of its field.',
    { phase: 2 },
  ),
  MULTIPART_FILE_LIMIT_EXCEEDED: scalar(
    'multipartFileLimitExceeded',
    '1 when there are more uploads than SecUploadFileLimit.',
    { phase: 2 },
  ),
  MULTIPART_HEADER_FOLDING: scalar(
    'multipartHeaderFolding',
    '1 when a header of a part is folded over several lines.',
    { phase: 2 },
  ),
  MULTIPART_INVALID_HEADER_FOLDING: scalar(
    'multipartInvalidHeaderFolding',
    '1 when a continuation line of a folded header starts with something other than a blank.',
    { phase: 2 },
  ),
  MULTIPART_INVALID_PART: scalar(
    'multipartInvalidPart',
    '1 when a part of a multipart body cannot be parsed.',
    { phase: 2 },
  ),
  MULTIPART_INVALID_QUOTING: scalar(
    'multipartInvalidQuoting',
    '1 when quotes in the header of a part are invalid.',
    { phase: 2 },
  ),
  MULTIPART_LF_LINE: scalar(
    'multipartLfLine',
    '1 when a multipart body has lines that end in LF alone.',
    { phase: 2 },
  ),
  MULTIPART_MISSING_SEMICOLON: scalar(
    'multipartMissingSemicolon',
    '1 when a semicolon is missing before a parameter of the Content-Type.',
    { phase: 2 },
  ),
  MULTIPART_NAME: collection('multipartName', 'The field names of the parts of a multipart body.', {
    phase: 2,
  }),
  MULTIPART_PART_HEADERS: collection(
    'multipartPartHeaders',
    'The header lines of each part, by the name of its field.',
    { phase: 2 },
  ),
  MULTIPART_SEMICOLON_MISSING: scalar(
    'multipartSemicolonMissing',
    'Alias of MULTIPART_MISSING_SEMICOLON.',
    { phase: 2 },
  ),
  MULTIPART_STRICT_ERROR: scalar(
    'multipartStrictError',
    '1 when two parsers may read a multipart body differently, for any of the reasons that other variables report.',
    { phase: 2 },
  ),
  MULTIPART_UNMATCHED_BOUNDARY: scalar(
    'multipartUnmatchedBoundary',
    '1 when a line looks like a boundary but is not one.',
    { phase: 2 },
  ),
  REQBODY_ERROR: scalar(
    'reqbodyError',
    '1 when the request body could not be parsed as its declared type.',
    { phase: 2 },
  ),
  REQBODY_ERROR_MSG: scalar('reqbodyErrorMsg', 'The error message for REQBODY_ERROR.', {
    phase: 2,
  }),
  REQBODY_PROCESSOR: scalar(
    'reqbodyProcessor',
    'The parser of the request body: URLENCODED, MULTIPART, JSON, XML or RAW.',
    {
      life: 'changing',
      differs:
        'In phase 2, for a body without a body processor, what it looks like: JSON, XML, URLENCODED. A syntax error in such a body does not set REQBODY_ERROR.',
    },
  ),
  REQBODY_PROCESSOR_ERROR: scalar('reqbodyProcessorError', '1 when the body processor failed.', {
    phase: 2,
  }),
  REQBODY_PROCESSOR_ERROR_MSG: scalar(
    'reqbodyProcessorErrorMsg',
    'The error message of the body processor.',
    { phase: 2 },
  ),
  REQUEST_BODY: scalar(
    'requestBody',
    'The raw request body, for the body processors that provide it.',
    {
      phase: 2,
      differs:
        'Filled for URLENCODED, RAW and forced bodies, as in Coraza, and for text without a body processor; ModSecurity 3 fills it for every body.',
    },
  ),
  REQUEST_BODY_LENGTH: scalar('requestBodyLength', 'Number of bytes of the request body.', {
    phase: 2,
    differs:
      'The length of every body, as in ModSecurity; Coraza sets it only where REQUEST_BODY is filled.',
  }),
  REQUEST_XML: collection('requestXml', 'Alias of XML.', { phase: 2 }),
  XML: collection(
    'xml',
    'Texts of an XML body by XPath: XML:/* selects all texts, XML://@* all attributes.',
    {
      phase: 2,
      differs:
        'Supports paths of /, //, names, *, [n], @name and text(); Coraza only /* and //@*. Each text and each attribute is one value; an element without text has none, while ModSecurity counts it. A DOCTYPE is not text: its default values of attributes are in //@*; entity declarations set REQBODY_ERROR, and so do external DTDs except those of publishers such as w3.org. Namespace declarations are in //@*, as in Coraza, except those of XHTML, SVG, MathML and XLink.',
    },
  ),
};
