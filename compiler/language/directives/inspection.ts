/** Directives that set what is inspected, and the limits of inspection. */
import type { DirectiveRecords } from './record.ts';

const GIB = 1 << 30;

export const inspection: DirectiveRecords = {
  SecArgumentSeparator: {
    documentation: 'The byte between arguments.',
    differs: 'Takes & only: with another separator the backend would see other arguments.',
    kind: 'Own',
  },
  SecArgumentsLimit: {
    documentation: 'How many arguments a request may have, in query and body together.',
    differs:
      'Counts the arguments of query and body together, whatever its processor; more of them end the request with 400.',
    kind: 'Number',
    setting: 'argumentsLimit',
    from: 1,
    to: 1_000_000,
  },
  SecCollectionTimeout: {
    documentation: 'Seconds after which a stored collection that nobody uses vanishes.',
    kind: 'Number',
    setting: 'collectionTimeout',
    from: 1,
    to: 2_147_483_647,
  },
  SecCookieFormat: {
    documentation: 'The version of cookies.',
    differs: 'Takes 0 only: version 1 cookies no longer exist (RFC 6265).',
    kind: 'Own',
  },
  SecDataDir: {
    documentation: 'The folder for large request bodies.',
    kind: 'Text',
    setting: 'dataDir',
  },
  SecPcreMatchLimit: {
    documentation:
      'How many steps a value may take in an expression with back-references; 1000000 when it is not set.',
    kind: 'Number',
    setting: 'pcreMatchLimit',
    from: 1,
    to: 100_000_000,
  },
  SecRequestBodyAccess: {
    documentation: 'Whether request bodies are inspected.',
    kind: 'Switch',
    setting: 'requestBodyAccess',
  },
  SecRequestBodyInMemoryLimit: {
    documentation: 'Bytes of a request body kept in memory; larger ones go to a file.',
    kind: 'Number',
    setting: 'requestBodyInMemoryLimit',
    from: 1,
    to: GIB,
  },
  SecRequestBodyJsonDepthLimit: {
    documentation: 'How deep JSON may be nested.',
    kind: 'Number',
    setting: 'jsonDepthLimit',
    from: 1,
    to: 100_000,
  },
  SecRequestBodyLimit: {
    documentation: 'The bytes a request body may have.',
    kind: 'Number',
    setting: 'requestBodyLimit',
    from: 1,
    to: GIB,
  },
  SecRequestBodyLimitAction: {
    documentation: 'What happens to a larger one: it is refused, or its beginning is inspected.',
    kind: 'Choice',
    setting: 'requestBodyLimitAction',
    choices: ['Reject', 'ProcessPartial'],
  },
  SecRequestBodyNoFilesLimit: {
    documentation: 'The bytes a request body may have without its uploads.',
    differs: 'Enforced, as in ModSecurity; Coraza only stores it.',
    kind: 'Number',
    setting: 'requestBodyNoFilesLimit',
    from: 1,
    to: GIB,
  },
  SecResponseBodyAccess: {
    documentation: 'Whether response bodies are inspected.',
    kind: 'Switch',
    setting: 'responseBodyAccess',
  },
  SecResponseBodyJsonDepthLimit: {
    documentation: 'How deep JSON may be nested.',
    kind: 'Number',
    setting: 'jsonDepthLimit',
    from: 1,
    to: 100_000,
  },
  SecResponseBodyLimit: {
    documentation: 'The bytes of a response body that are inspected.',
    kind: 'Number',
    setting: 'responseBodyLimit',
    from: 1,
    to: GIB,
  },
  SecResponseBodyLimitAction: {
    documentation: 'What happens to a larger one: it is refused, or its beginning is inspected.',
    kind: 'Choice',
    setting: 'responseBodyLimitAction',
    choices: ['Reject', 'ProcessPartial'],
  },
  SecResponseBodyMimeType: {
    documentation: 'The media types of responses whose bodies are inspected.',
    differs:
      'The first one replaces the built-in list, the others add to it, as in ModSecurity; Coraza replaces each time.',
    kind: 'Own',
  },
  SecResponseBodyMimeTypesClear: {
    documentation: 'Empties the list of SecResponseBodyMimeType.',
    kind: 'Own',
  },
  SecRuleEngine: {
    documentation: 'Whether rules run, and whether they may block.',
    differs: 'Off unless it is set, as in ModSecurity; Coraza starts with On.',
    kind: 'Choice',
    setting: 'ruleEngine',
    choices: ['On', 'Off', 'DetectionOnly'],
  },
  SecUnicodeCodePage: {
    documentation: 'The code page of t:urlDecodeUni: 20127, or one of SecUnicodeMapFile.',
    kind: 'Own',
  },
  SecUnicodeMapFile: {
    documentation:
      'A file of code pages and the number of one: which byte t:urlDecodeUni puts in place of each character.',
    kind: 'Own',
  },
  SecUploadFileLimit: {
    documentation: 'How many uploads a request may have.',
    kind: 'Number',
    setting: 'uploadFileLimit',
    from: 0,
    to: 1_000_000,
  },
};
