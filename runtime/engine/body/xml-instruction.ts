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

/** Returns what is wrong with `source`, from `<?` to `?>`; undefined: nothing. `before`: the text before it. */
export function instructionProblem(source: ByteString, before: ByteString): string | undefined {
  if (/^<\?xml[\t\n\r ?]/i.test(source)) return declarationProblem(source, before);
  const end = endOfName(source, 2);
  const isNamed = end > 2 && /[\t\n\r ?]/.test(source.charAt(end));
  return isNamed ? undefined : 'malformed instruction';
}

/** White space before the declaration is a fault in XML, but many clients send it. */
function declarationProblem(source: ByteString, before: ByteString): string | undefined {
  if (/[^\xef\xbb\xbf\t\n\r ]/.test(before)) return 'XML declaration not at the beginning';
  const declaration = DECLARATION.exec(source)?.groups;
  if (declaration === undefined) return 'malformed XML declaration';
  const { encoding } = declaration;
  return encoding === undefined || READABLE.test(encoding) ? undefined : 'encoding not supported';
}
