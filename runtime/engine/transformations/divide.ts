/**
 * Decides which transformations may process a text in two parts: before a dot, where escapes, words and runs of
 * blanks end.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { lowercase, uppercase } from './case.ts';
import { cmdLine } from './cmd-line.ts';
import { removeCommentsChar, replaceComments } from './comments.ts';
import { cssDecode } from './css-decode.ts';
import { escapeSeqDecode } from './escape-seq-decode.ts';
import { htmlEntityDecode } from './html-entity-decode.ts';
import { jsDecode } from './js-decode.ts';
import { normalizePath, normalizePathWin } from './normalize-path.ts';
import { removeNulls, replaceNulls } from './nulls.ts';
import type { Transformation } from './transformation.ts';
import { urlDecode } from './url-decode.ts';
import { urlDecodeUni } from './url-decode-uni.ts';
import { utf8toUnicode } from './utf8-to-unicode.ts';
import { compressWhitespace, removeWhitespace } from './whitespace.ts';

type Condition = (prefix: ByteString, rest: ByteString) => boolean;

const always: Condition = () => true;
/** A backslash would escape the dot. */
const noBackslash: Condition = (prefix) => !prefix.endsWith('\\');
const noOpenComment: Condition = (prefix) =>
  !prefix.includes('/*') || prefix.lastIndexOf('*/') > prefix.lastIndexOf('/*') + 1;
/** The last segment is a name and remains the last one. */
const isInName: Condition = (prefix, rest) =>
  /[^./\\][^/\\]*$/.test(prefix.slice(-LAST_BYTES)) && !/[/\\]|^\.\.?$/.test(rest);
const LAST_BYTES = 16;

const conditions: ReadonlyMap<Transformation, Condition> = new Map([
  [lowercase, always],
  [uppercase, always],
  [cmdLine, always],
  [removeCommentsChar, always],
  [replaceComments, noOpenComment],
  [cssDecode, noBackslash],
  [escapeSeqDecode, noBackslash],
  [jsDecode, noBackslash],
  [htmlEntityDecode, always],
  [normalizePath, isInName],
  [normalizePathWin, isInName],
  [removeNulls, always],
  [replaceNulls, always],
  [urlDecode, always],
  [urlDecodeUni, always],
  [utf8toUnicode, always],
  [compressWhitespace, always],
  [removeWhitespace, always],
]);

/**
 * Returns true when transforming `prefix` and `rest` separately and joining the results equals transforming
 * `prefix + rest`.
 */
export function dividesAt(
  transformation: Transformation,
  prefix: ByteString,
  rest: ByteString,
): boolean {
  const condition = conditions.get(transformation);
  return condition !== undefined && rest.startsWith('.') && condition(prefix, rest);
}
