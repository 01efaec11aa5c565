/** Transformations that unify different spellings of the same value: letter case, blanks, comments, paths. */
import type { TransformationRecords } from './record.ts';

const BLANKS = '\t\n\v\f\r ';
/** First bytes of white space outside ASCII. */
const WIDE_BLANKS = '\xa0\xc2\xe1\xe2\xe3';

export const normalizing = {
  cmdLine: {
    documentation:
      'Removes what shells ignore: deletes \\ " \' ^, replaces , ; and runs of blanks by one blank, and lower-cases.',
    changes: { bytes: '"\'\\^,;\t\r\n ', lowerCase: true },
    adds: [{ from: ',;\t\r\n', bytes: ' ' }],
    result: 'bytewise',
    ignoresCase: true,
  },
  compressWhitespace: {
    documentation: 'Replaces each run of blanks by one space.',
    differs:
      'Blanks are those of removeWhitespace. ModSecurity 3 knows those of C only; Coraza adds the byte A0, U+0085 and U+00A0.',
    changes: { bytes: BLANKS + WIDE_BLANKS },
    adds: [{ from: BLANKS + WIDE_BLANKS, bytes: ' ' }],
    separators: ' ',
    result: 'bytewise',
    idempotent: true,
    ignoresCase: true,
  },
  lowercase: {
    documentation: 'Converts A to Z to lower case.',
    differs:
      'Converts ASCII letters, byte by byte, as in ModSecurity; Coraza rewrites invalid UTF-8.',
    changes: { bytes: '', lowerCase: true },
    adds: [],
    separators: '',
    result: 'bytewise',
    idempotent: true,
    changesCase: true,
    undoneBy: ['uppercase'],
    ignoresCase: true,
  },
  normalizePath: {
    aliases: ['normalisePath'],
    documentation: 'Resolves //, /./ and /../ in a path.',
    differs:
      'Only whole segments . and .. count, as in Coraza: ModSecurity removes each segment that ends with .., as in /etc/x../passwd, and leaves nothing of /a/.., which is / here. Coraza turns / into //.',
    changes: { bytes: '/.' },
    rewrites: '/',
    adds: [],
    separators: '/',
    idempotent: true,
    ignoresCase: true,
  },
  normalizePathWin: {
    aliases: ['normalisePathWin'],
    documentation: 'Like normalizePath, but first replaces backslashes by slashes.',
    differs:
      'See normalizePath. Removes blanks before a slash, as Windows does; Coraza also truncates at a colon and removes dots at segment ends.',
    changes: { bytes: '/.\\' },
    rewrites: '/\\',
    adds: [{ from: '\\', bytes: '/' }],
    separators: '/',
    idempotent: true,
    ignoresCase: true,
  },
  removeComments: {
    documentation: 'Removes comments: /* */, and everything from -- or # on.',
    changes: { bytes: '*-#' },
    adds: [{ from: '*-', bytes: ' \0' }],
    result: 'part',
    ignoresCase: true,
  },
  removeCommentsChar: {
    documentation: 'Removes comment delimiters: /*, */, --, #.',
    changes: { bytes: '*-#' },
    adds: [],
    result: 'part',
    ignoresCase: true,
  },
  removeNulls: {
    documentation: 'Removes NUL bytes.',
    changes: { bytes: '\0' },
    adds: [],
    result: 'bytewise',
    idempotent: true,
    ignoresCase: true,
  },
  removeWhitespace: {
    documentation: 'Removes all white space.',
    differs:
      'Removes white space of C, the byte A0 and the white space of Unicode in UTF-8; leaves invalid UTF-8 unchanged.',
    changes: { bytes: BLANKS + WIDE_BLANKS },
    adds: [],
    result: 'bytewise',
    idempotent: true,
    ignoresCase: true,
  },
  replaceComments: {
    documentation: 'Replaces each /* */ comment by one space.',
    changes: { bytes: '*' },
    adds: [{ from: '*', bytes: ' ' }],
    separators: ' ',
    ignoresCase: true,
  },
  replaceNulls: {
    documentation: 'Replaces each NUL byte by a space.',
    changes: { bytes: '\0' },
    adds: [{ from: '\0', bytes: ' ' }],
    separators: ' ',
    result: 'bytewise',
    idempotent: true,
    ignoresCase: true,
  },
  trim: {
    documentation: 'Removes blanks at both ends.',
    changes: { bytes: BLANKS },
    rewrites: '',
    adds: [],
    separators: '',
    result: 'part',
    idempotent: true,
    ignoresCase: true,
  },
  trimLeft: {
    documentation: 'Removes blanks at the start.',
    changes: { bytes: BLANKS },
    rewrites: '',
    adds: [],
    separators: '',
    result: 'part',
    idempotent: true,
    ignoresCase: true,
  },
  trimRight: {
    documentation: 'Removes blanks at the end.',
    changes: { bytes: BLANKS },
    rewrites: '',
    adds: [],
    separators: '',
    result: 'part',
    idempotent: true,
    ignoresCase: true,
  },
  uppercase: {
    documentation: 'Converts a to z to upper case.',
    differs: 'See lowercase.',
    result: 'bytewise',
    idempotent: true,
    changesCase: true,
    undoneBy: ['lowercase'],
  },
} satisfies TransformationRecords;
