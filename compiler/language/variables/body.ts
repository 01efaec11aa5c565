/** Variables of the request body: its files, parts and texts, and its errors. */
import { collection, scalar, type VariableRecords } from './record.ts';

export const ofBody: VariableRecords = {
  FILES: collection(
    'files',
    'The file names of uploads as the client gives them, by the names of their form fields.',
    {
      phase: 2,
      differs:
        'The key is the form field, as in ModSecurity; empty in Coraza. A file with filename and filename* is there twice.',
    },
  ),
  FILES_COMBINED_SIZE: scalar('filesCombinedSize', 'The bytes of all uploads together.', {
    phase: 2,
    differs: 'Files only, as in ModSecurity; Coraza adds the fields.',
  }),
  FILES_NAMES: collection('filesNames', 'The form fields that hold uploads.', { phase: 2 }),
  FILES_SIZES: collection(
    'filesSizes',
    'The bytes of each upload, by the name of its form field.',
    { phase: 2, differs: 'The key is the form field, as in ModSecurity; the file name in Coraza.' },
  ),
  FILES_TMPNAMES: collection('filesTmpnames', 'Names of temporary files of uploads.', {
    phase: 2,
    differs: 'Always empty: uploads are never written to files of their own.',
  }),
  FILES_TMP_CONTENT: collection(
    'filesTmpContent',
    'The content of each upload, by the name of its form field.',
    { phase: 2 },
  ),
  FULL_REQUEST: scalar('fullRequest', 'Request line, headers and body as one text.', { phase: 2 }),
  FULL_REQUEST_LENGTH: scalar('fullRequestLength', 'The bytes of FULL_REQUEST.', { phase: 2 }),
  INBOUND_DATA_ERROR: scalar(
    'inboundDataError',
    '1 when the request body is larger than SecRequestBodyLimit.',
    { phase: 2 },
  ),
  MULTIPART_BOUNDARY_QUOTED: scalar(
    'multipartBoundaryQuoted',
    '1 when the boundary parameter of a multipart request is quoted.',
    { phase: 2 },
  ),
  MULTIPART_BOUNDARY_WHITESPACE: scalar(
    'multipartBoundaryWhitespace',
    '1 when there is a blank in the boundary of a multipart request.',
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
    '1 when something stands before the first boundary of a multipart body.',
    { phase: 2 },
  ),
  MULTIPART_FILENAME: collection(
    'multipartFilename',
    'The file names of the parts of a multipart body.',
    { phase: 2 },
  ),
  MULTIPART_FILE_LIMIT_EXCEEDED: scalar(
    'multipartFileLimitExceeded',
    '1 when there are more uploads than SecUploadFileLimit.',
    { phase: 2 },
  ),
  MULTIPART_HEADER_FOLDING: scalar(
    'multipartHeaderFolding',
    '1 when a header of a part runs over more than one line.',
    { phase: 2 },
  ),
  MULTIPART_INVALID_HEADER_FOLDING: scalar(
    'multipartInvalidHeaderFolding',
    '1 when a folded header of a part starts with something else than a blank.',
    { phase: 2 },
  ),
  MULTIPART_INVALID_PART: scalar(
    'multipartInvalidPart',
    '1 when a part of a multipart body cannot be read.',
    { phase: 2 },
  ),
  MULTIPART_INVALID_QUOTING: scalar(
    'multipartInvalidQuoting',
    '1 when quotes in the header of a part are not as they must be.',
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
    'Another name of MULTIPART_MISSING_SEMICOLON.',
    { phase: 2 },
  ),
  MULTIPART_STRICT_ERROR: scalar(
    'multipartStrictError',
    '1 when any sign says that two parsers may read a multipart body differently.',
    { phase: 2 },
  ),
  MULTIPART_UNMATCHED_BOUNDARY: scalar(
    'multipartUnmatchedBoundary',
    '1 when a line looks like a boundary and is none.',
    { phase: 2 },
  ),
  REQBODY_ERROR: scalar(
    'reqbodyError',
    '1 when the request body could not be read as what it claims to be.',
    { phase: 2 },
  ),
  REQBODY_ERROR_MSG: scalar('reqbodyErrorMsg', 'What is wrong with the request body.', {
    phase: 2,
  }),
  REQBODY_PROCESSOR: scalar(
    'reqbodyProcessor',
    'What the request body is read as: URLENCODED, MULTIPART, JSON, XML or RAW.',
    {
      life: 'changing',
      differs:
        'In phase 2 what a body that no processor reads looks like: JSON, XML, URLENCODED. A fault in such a body is no REQBODY_ERROR.',
    },
  ),
  REQBODY_PROCESSOR_ERROR: scalar('reqbodyProcessorError', '1 when the body processor failed.', {
    phase: 2,
  }),
  REQBODY_PROCESSOR_ERROR_MSG: scalar(
    'reqbodyProcessorErrorMsg',
    'What the body processor stumbled over.',
    { phase: 2 },
  ),
  REQUEST_BODY: scalar(
    'requestBody',
    'The request body as it came, for the processors that keep it.',
    {
      phase: 2,
      differs:
        'Filled for URLENCODED, RAW and forced bodies, as in Coraza, and for text that no processor reads; ModSecurity 3 fills it for every body.',
    },
  ),
  REQUEST_BODY_LENGTH: scalar('requestBodyLength', 'The bytes of the request body.', {
    phase: 2,
    differs:
      'The length of every body, as in ModSecurity; Coraza counts where REQUEST_BODY is filled.',
  }),
  REQUEST_XML: collection('requestXml', 'Another name of XML.', { phase: 2 }),
  XML: collection(
    'xml',
    'Texts of an XML body by XPath: XML:/* all of them, XML://@* all attributes.',
    {
      phase: 2,
      differs:
        'Paths of /, //, names, *, [n], @name and text(); Coraza knows /* and //@* only. One value for each text and attribute. A DOCTYPE is no text: what it gives attributes by default is in //@*, entity declarations and external DTDs but those of publishers such as w3.org set REQBODY_ERROR. Namespace declarations are in //@*, as in Coraza, but those of XHTML, SVG, MathML and XLink.',
    },
  ),
};
