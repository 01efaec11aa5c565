/** Which bytes a transformation changes: a value without any of them stays as it is. */
import type { TransformationName } from './transformations.ts';

const SPACE = '\t\n\v\f\r ';
/** Bytes that begin white space beyond ASCII. */
const WIDE_SPACE = '\xa0\xc2\xe1\xe2\xe3';

/**
 * `lowerCase`: besides, A-Z become a-z. A transformation that is not listed may change any value, the
 * empty one too.
 */
export type ChangedBytes = { readonly bytes: string; readonly lowerCase: boolean };

export const changedBytes: ReadonlyMap<TransformationName, ChangedBytes> = new Map<
  TransformationName,
  ChangedBytes
>([
  ['cmdLine', { bytes: '"\'\\^,;\t\r\n /(', lowerCase: true }],
  ['compressWhitespace', { bytes: SPACE + WIDE_SPACE, lowerCase: false }],
  ['cssDecode', { bytes: '\\', lowerCase: false }],
  ['escapeSeqDecode', { bytes: '\\', lowerCase: false }],
  ['htmlEntityDecode', { bytes: '&', lowerCase: false }],
  ['jsDecode', { bytes: '\\', lowerCase: false }],
  ['lowercase', { bytes: '', lowerCase: true }],
  ['normalizePath', { bytes: '/.', lowerCase: false }],
  ['normalizePathWin', { bytes: '/.\\', lowerCase: false }],
  ['removeComments', { bytes: '/-<#', lowerCase: false }],
  ['removeCommentsChar', { bytes: '/*-<#', lowerCase: false }],
  ['removeNulls', { bytes: '\0', lowerCase: false }],
  ['removeWhitespace', { bytes: SPACE + WIDE_SPACE, lowerCase: false }],
  ['replaceComments', { bytes: '/', lowerCase: false }],
  ['replaceNulls', { bytes: '\0', lowerCase: false }],
  ['trim', { bytes: SPACE, lowerCase: false }],
  ['trimLeft', { bytes: SPACE, lowerCase: false }],
  ['trimRight', { bytes: SPACE, lowerCase: false }],
  ['urlDecode', { bytes: '%+', lowerCase: false }],
  ['urlDecodeUni', { bytes: '%+', lowerCase: false }],
  ['utf8toUnicode', { bytes: highBytes(), lowerCase: false }],
]);

function highBytes(): string {
  return Array.from({ length: 128 }, (_, offset) => String.fromCharCode(0x80 + offset)).join('');
}
