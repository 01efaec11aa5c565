/** URLs that run script when followed (docs/spec/libinjection.md#urls). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { byteSet, endOfRun } from '../byte-set.ts';

const schemes = ['DATA', 'VIEW-SOURCE', 'JAVA', 'VBSCRIPT'];
const longestScheme = 11;

/** The largest code of a character reference. */
const maxReference = 0x1000ff;

const decimalDigits = byteSet('0123456789');
const hexDigits = byteSet('0123456789ABCDEFabcdef');

/** A numeric character reference: its code and the position after it. */
type Reference = { readonly code: number; readonly end: number };

/** Returns whether the attribute value begins with such a URL. */
export function isScriptUrl(value: ByteString): boolean {
  const head = decodedHead(value);
  return schemes.some((scheme) => head.startsWith(scheme));
}

/** Returns the first characters in upper case, as a browser compares them with a scheme. */
function decodedHead(value: ByteString): ByteString {
  let head = '';
  let at = visibleStart(value);
  while (at < value.length && head.length < longestScheme) {
    const reference = value[at] === '&' ? readReference(value, at) : undefined;
    const code = reference?.code ?? value.charCodeAt(at);
    at = reference?.end ?? at + 1;
    const isSkipped = head === '' ? code <= 0x20 : code === 0 || code === 0x0a;
    if (!isSkipped) head += comparedByte(code);
  }
  return head;
}

/** Returns the position after leading blanks, control characters and bytes outside ASCII. */
function visibleStart(value: ByteString): number {
  let at = 0;
  while (at < value.length && (value.charCodeAt(at) <= 0x20 || value.charCodeAt(at) >= 0x7f)) at++;
  return at;
}

/** Reads `&#74;` or `&#x4A;`; undefined when the ampersand at `at` begins no reference. */
function readReference(value: ByteString, at: number): Reference | undefined {
  if (value[at + 1] !== '#') return undefined;
  const isHex = value[at + 2] === 'x' || value[at + 2] === 'X';
  const start = isHex ? at + 3 : at + 2;
  const end = endOfRun(value, start, isHex ? hexDigits : decimalDigits);
  if (end === start) return undefined;
  const code = Number.parseInt(value.slice(start, end), isHex ? 16 : 10);
  if (code > maxReference) return undefined;
  return { code, end: value[end] === ';' ? end + 1 : end };
}

/** Returns the byte to compare. Like the reference, it converts to upper case before it cuts the code to its low byte. */
function comparedByte(code: number): ByteString {
  const isLowerCase = code >= 0x61 && code <= 0x7a;
  return String.fromCharCode((isLowerCase ? code - 0x20 : code) & 0xff);
}
