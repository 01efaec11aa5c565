/** Directives that set what is inspected, and the limits of inspection. */
import type { DirectiveRecords } from './record.ts';

const GIB = 1 << 30;

export const inspection = {
  SecArgumentSeparator: {
    documentation: 'The byte that separates arguments.',
    differs: 'Accepts only &: with another separator the backend would see different arguments.',
    kind: 'Own',
  },
  SecArgumentsLimit: {
    documentation: 'Maximum number of arguments of a request, in query and body together.',
    differs:
      'Counts the arguments of query and body together, for every body processor; a request with more is refused with 400.',
    kind: 'Number',
    setting: 'argumentsLimit',
    from: 1,
    to: 1_000_000,
  },
  SecCollectionTimeout: {
    documentation: 'Seconds after which an unused persistent collection is removed.',
    kind: 'Number',
    setting: 'collectionTimeout',
    from: 1,
    to: 2_147_483_647,
  },
  SecCookieFormat: {
    documentation: 'The version of cookies.',
    differs: 'Accepts only 0: version 1 cookies no longer exist (RFC 6265).',
    kind: 'Own',
  },
  SecDataDir: {
    documentation: 'The folder for large request bodies.',
    kind: 'Text',
    setting: 'dataDir',
  },
  SecPcreMatchLimit: {
    documentation:
      'Maximum number of steps for a value in an expression with back-references; the default is 1000000.',
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
    documentation:
      'Maximum number of bytes of a request body in memory; larger bodies are stored in a file.',
    kind: 'Number',
    setting: 'requestBodyInMemoryLimit',
    from: 1,
    to: GIB,
  },
  SecRequestBodyJsonDepthLimit: {
    documentation: 'Maximum depth of nested JSON in requests.',
    kind: 'Number',
    setting: 'jsonDepthLimit',
    from: 1,
    to: 100_000,
  },
  SecRequestBodyLimit: {
    documentation: 'Maximum size of a request body, in bytes.',
    kind: 'Number',
    setting: 'requestBodyLimit',
    from: 1,
    to: GIB,
  },
  SecRequestBodyLimitAction: {
    documentation: 'Whether a larger body is refused or only its beginning is inspected.',
    kind: 'Choice',
    setting: 'requestBodyLimitAction',
    choices: ['Reject', 'ProcessPartial'],
  },
  SecRequestBodyNoFilesLimit: {
    documentation: 'Maximum size of a request body without its uploads, in bytes.',
    differs:
      'Enforced, as in ModSecurity 2; Coraza only stores it. A file that is also a field counts.',
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
    documentation: 'Maximum depth of nested JSON in responses.',
    kind: 'Number',
    setting: 'responseJsonDepthLimit',
    from: 1,
    to: 100_000,
  },
  SecResponseBodyLimit: {
    documentation: 'Number of bytes of a response body that are inspected.',
    kind: 'Number',
    setting: 'responseBodyLimit',
    from: 1,
    to: GIB,
  },
  SecResponseBodyLimitAction: {
    documentation: 'Whether a larger body is refused or only its beginning is inspected.',
    kind: 'Choice',
    setting: 'responseBodyLimitAction',
    choices: ['Reject', 'ProcessPartial'],
  },
  SecResponseBodyMimeType: {
    documentation: 'The media types of responses whose bodies are inspected.',
    differs:
      'The first directive replaces the built-in list, the others add to it, as in ModSecurity; in Coraza each one replaces the list.',
    kind: 'Own',
  },
  SecResponseBodyMimeTypesClear: {
    documentation: 'Empties the list of SecResponseBodyMimeType.',
    kind: 'Own',
  },
  SecRuleEngine: {
    documentation: 'Whether rules run, and whether they may block.',
    differs: 'The default is Off, as in ModSecurity; in Coraza it is On.',
    kind: 'Choice',
    setting: 'ruleEngine',
    choices: ['On', 'Off', 'DetectionOnly'],
  },
  SecUnicodeCodePage: {
    documentation: 'The code page that t:urlDecodeUni uses: 20127, or one of SecUnicodeMapFile.',
    kind: 'Own',
  },
  SecUnicodeMapFile: {
    documentation:
      'A file of code pages and the number of one of them, which maps each character to the byte that t:urlDecodeUni produces.',
    kind: 'Own',
  },
  SecUploadFileLimit: {
    documentation: 'Maximum number of uploads of a request.',
    kind: 'Number',
    setting: 'uploadFileLimit',
    from: 0,
    to: 1_000_000,
  },
} satisfies DirectiveRecords;
