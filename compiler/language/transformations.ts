/** Every `t:` name (lower case) and the engine function behind it. `none` clears the list and is not a function. */
import type * as engine from '../../runtime/engine/transformations/index.ts';

export type TransformationName = keyof typeof engine;

export const transformations: ReadonlyMap<string, TransformationName> = new Map<
  string,
  TransformationName
>([
  ['base64decode', 'base64Decode'],
  ['base64decodeext', 'base64DecodeExt'],
  ['base64encode', 'base64Encode'],
  ['cmdline', 'cmdLine'],
  ['compresswhitespace', 'compressWhitespace'],
  ['cssdecode', 'cssDecode'],
  ['escapeseqdecode', 'escapeSeqDecode'],
  ['hexdecode', 'hexDecode'],
  ['hexencode', 'hexEncode'],
  ['htmlentitydecode', 'htmlEntityDecode'],
  ['jsdecode', 'jsDecode'],
  ['length', 'length'],
  ['lowercase', 'lowercase'],
  ['md5', 'md5'],
  ['normalisepath', 'normalizePath'],
  ['normalisepathwin', 'normalizePathWin'],
  ['normalizepath', 'normalizePath'],
  ['normalizepathwin', 'normalizePathWin'],
  ['parityeven7bit', 'parityEven7bit'],
  ['parityodd7bit', 'parityOdd7bit'],
  ['parityzero7bit', 'parityZero7bit'],
  ['phpargsnames', 'phpArgsNames'],
  ['removecomments', 'removeComments'],
  ['removecommentschar', 'removeCommentsChar'],
  ['removenulls', 'removeNulls'],
  ['removewhitespace', 'removeWhitespace'],
  ['replacecomments', 'replaceComments'],
  ['replacenulls', 'replaceNulls'],
  ['sha1', 'sha1'],
  ['sqlhexdecode', 'sqlHexDecode'],
  ['trim', 'trim'],
  ['trimleft', 'trimLeft'],
  ['trimright', 'trimRight'],
  ['uppercase', 'uppercase'],
  ['urldecode', 'urlDecode'],
  ['urldecodeuni', 'urlDecodeUni'],
  ['urlencode', 'urlEncode'],
  ['utf8tounicode', 'utf8toUnicode'],
]);
