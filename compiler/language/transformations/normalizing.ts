/** Transformations that unify different spellings of the same value: letter case, blanks, comments, paths. */
import type { TransformationRecords } from './record.ts';

const BLANKS = '\t\n\v\f\r ';
/** First bytes of white space outside ASCII. */
const WIDE_BLANKS = '\xa0\xc2\xe1\xe2\xe3';

export const normalizing = {
  cmdLine: {
    documentation:
      'Undoes what shells ignore: takes away \\ " \' ^, makes , ; and runs of blanks one blank, lower-cases.',
    changes: { bytes: '"\'\\^,;\t\r\n /(', lowerCase: true },
    adds: [{ from: ',;\t\r\n', bytes: ' ' }],
    result: 'bytewise',
  },
  compressWhitespace: {
    documentation: 'Makes each run of blanks one space.',
    changes: { bytes: BLANKS + WIDE_BLANKS },
    adds: [{ from: BLANKS + WIDE_BLANKS, bytes: ' ' }],
    result: 'bytewise',
    idempotent: true,
  },
  lowercase: {
    documentation: 'Makes A to Z lower case.',
    differs: 'ASCII letters, byte by byte, as in ModSecurity; Coraza rewrites invalid UTF-8.',
    changes: { bytes: '', lowerCase: true },
    adds: [],
    result: 'bytewise',
    idempotent: true,
    changesCase: true,
    undoneBy: ['uppercase'],
  },
  normalizePath: {
    aliases: ['normalisePath'],
    documentation: 'Resolves //, /./ and /../ in a path.',
    differs: 'As in ModSecurity; Coraza makes // of /.',
    changes: { bytes: '/.' },
    adds: [],
    idempotent: true,
  },
  normalizePathWin: {
    aliases: ['normalisePathWin'],
    documentation: 'As normalizePath, with backslashes made slashes first.',
    differs:
      'As in ModSecurity, and blanks before a slash are dropped, as Windows drops them; Coraza also cuts at a colon and drops dots at segment ends.',
    changes: { bytes: '/.\\' },
    adds: [{ from: '\\', bytes: '/' }],
    idempotent: true,
  },
  removeComments: {
    documentation: 'Takes away comments: /* */, and from -- or # on.',
    changes: { bytes: '/-<#' },
    adds: [{ from: '/-<', bytes: ' \0' }],
    result: 'part',
  },
  removeCommentsChar: {
    documentation: 'Takes away the signs of comments: /*, */, --, #.',
    changes: { bytes: '/*-<#' },
    adds: [],
    result: 'part',
  },
  removeNulls: {
    documentation: 'Takes away NUL bytes.',
    changes: { bytes: '\0' },
    adds: [],
    result: 'bytewise',
    idempotent: true,
  },
  removeWhitespace: {
    documentation: 'Takes away all blanks.',
    differs:
      'White space of C, the byte A0 and that of Unicode as UTF-8; invalid UTF-8 stays as it is.',
    changes: { bytes: BLANKS + WIDE_BLANKS },
    adds: [],
    result: 'bytewise',
    idempotent: true,
  },
  replaceComments: {
    documentation: 'Makes each /* */ comment one space.',
    changes: { bytes: '/' },
    adds: [{ from: '/', bytes: ' ' }],
  },
  replaceNulls: {
    documentation: 'Makes each NUL byte a space.',
    changes: { bytes: '\0' },
    adds: [{ from: '\0', bytes: ' ' }],
    result: 'bytewise',
    idempotent: true,
  },
  trim: {
    documentation: 'Takes away blanks on both sides.',
    changes: { bytes: BLANKS },
    adds: [],
    result: 'part',
    idempotent: true,
  },
  trimLeft: {
    documentation: 'Takes away blanks at the start.',
    changes: { bytes: BLANKS },
    adds: [],
    result: 'part',
    idempotent: true,
  },
  trimRight: {
    documentation: 'Takes away blanks at the end.',
    changes: { bytes: BLANKS },
    adds: [],
    result: 'part',
    idempotent: true,
  },
  uppercase: {
    documentation: 'Makes a to z upper case.',
    differs: 'As lowercase.',
    result: 'bytewise',
    idempotent: true,
    changesCase: true,
    undoneBy: ['lowercase'],
  },
} satisfies TransformationRecords;
