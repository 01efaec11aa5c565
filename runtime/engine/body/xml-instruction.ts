/** Instructions and the declaration of XML 1.0 (2.6, 2.8). No rule reads what is in them. */
import type { ByteString } from '../bytes/byte-string.ts';
import { endOfName, SPACE } from './xml-syntax.ts';

/**
 * Encodings in which the bytes of ASCII characters mean those characters, and nothing else does. In UTF-7 or EBCDIC the back
 * end would see tags and text that are not visible here.
 */
const READABLE = /^(?:utf-?8|us-ascii|iso-8859-1|iso-8859-15|windows-1252)$/i;

const DECLARATION = new RegExp(
  `^<\\?xml${attribute('version', '1\\.[0-9]+')}(?:${attribute('encoding', '[A-Za-z][\\w.-]*')})?` +
    `(?:${attribute('standalone', 'yes|no')})?${SPACE}*\\?>$`,
);

function attribute(name: string, value: string): string {
  return `${SPACE}+${name}${SPACE}*=${SPACE}*(?<${name}Quote>["'])(?<${name}>${value})\\k<${name}Quote>`;
}

/** Bytes that may precede the declaration: white space is an error in XML, but many clients send it. */
const MARK_AND_SPACE = '\xef\xbb\xbf\t\n\r ';

/** Returns what is wrong with the instruction from `<?` at `start` to the end of `?>`; undefined: nothing. */
export function instructionProblem(
  text: ByteString,
  start: number,
  end: number,
): string | undefined {
  const source = text.slice(start, end);
  if (/^<\?xml[\t\n\r ?]/i.test(source)) return declarationProblem(source, isFirst(text, start));
  const nameEnd = endOfName(source, 2);
  const isNamed = nameEnd > 2 && /[\t\n\r ?]/.test(source.charAt(nameEnd));
  return isNamed ? undefined : 'malformed instruction';
}

/** Reads backwards, only to the markup before: with many declarations in a document, the time stays linear. */
function isFirst(text: ByteString, start: number): boolean {
  let at = start;
  while (at > 0 && MARK_AND_SPACE.includes(text.charAt(at - 1))) at -= 1;
  return at === 0;
}

function declarationProblem(source: ByteString, isAtBeginning: boolean): string | undefined {
  if (!isAtBeginning) return 'XML declaration not at the beginning';
  const declaration = DECLARATION.exec(source)?.groups;
  if (declaration === undefined) return 'malformed XML declaration';
  const { encoding } = declaration;
  return encoding === undefined || READABLE.test(encoding) ? undefined : 'encoding not supported';
}
