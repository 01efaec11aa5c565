/** What back ends make of a file name beyond the rules of header fields (docs/spec/body-processors.md#multipart). */
import type { ByteString } from '../bytes/byte-string.ts';
import { decodePercent } from '../transformations/decode-percents.ts';
import { htmlEntityDecode } from '../transformations/html-entity-decode.ts';
import { encodeUtf8 } from './encode-utf8.ts';

/** What browsers write for a quote and line ends in a name (HTML Living Standard 4.10.21.8); multer decodes all three. */
const ESCAPE = /%(?:22|0a|0d)/gi;
const REFERENCE = /&(?:#x([\da-f]+);?|#(\d+);?|[a-z]\w*;?)/gi;
/** Controls, blanks other than " ", format characters and private use: Python's `isprintable` is false for them. */
const INVISIBLE = new RegExp(
  [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Django removes.
    /[\0-\x1f\x7f]|\xc2[\x80-\xa0\xad]|\xe2\x80[\x80-\x8f\xa8-\xaf]|\xe2\x81[\x9f-\xaf]|\xe3\x80\x80/,
    /\xee[\x80-\xbf]{2}|\xef[\x80-\xa3][\x80-\xbf]|\xef\xbb\xbf|\xef\xbf[\xb9-\xbb]/,
    /\xf3[\xa0-\xbf][\x80-\xbf]{2}|\xf4[\x80-\xbf]{3}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const LAST_CODE_POINT = 0x10ffff;
/** What readers of HTML replace numbers beyond Unicode with. */
const REPLACEMENT = 0xfffd;

/**
 * Returns the names that differ from `name`: with `%22` as a quote, as Werkzeug, multer, formidable and multiparty read it;
 * and of each without references and invisible characters, as Django (multiparty and formidable) reads it.
 */
export function decodedFilenames(name: ByteString): readonly ByteString[] {
  const quoted = name.replace(ESCAPE, decodePercent);
  const names = new Set([quoted, visibleText(name), visibleText(quoted)]);
  names.delete(name);
  return [...names];
}

function visibleText(name: ByteString): ByteString {
  const decoded = name.includes('&') ? name.replace(REFERENCE, readReference) : name;
  return decoded.replace(INVISIBLE, '');
}

/** Names of characters outside of ASCII are left out, since many of these characters are invisible. */
function readReference(reference: string, hexadecimal?: string, decimal?: string): ByteString {
  const digits = hexadecimal ?? decimal;
  if (digits === undefined) {
    const text = htmlEntityDecode(reference);
    return text === reference && reference.endsWith(';') ? '' : text;
  }
  const number = Number.parseInt(digits, hexadecimal === undefined ? 10 : 16);
  return encodeUtf8(number > LAST_CODE_POINT ? REPLACEMENT : number);
}
