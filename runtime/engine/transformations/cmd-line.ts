/** Command lines as the shells of Unix and Windows read them. */
import { ByteWriter } from './byte-writer.ts';
import { lowercase } from './case.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** What `unquote` would change. */
const CHANGES = /["'\\^,;\t\r\n]| [ /(]/;

/**
 * Deletes `" ' \ ^`; turns runs of blank, TAB, CR, LF, `,` and `;` into one blank and drops that before
 * `/` and `(`; lower-cases ASCII letters (manual: cmdLine).
 */
export const cmdLine: Transformation = (value) =>
  lowercase(CHANGES.test(value) ? unquote(value) : value);

function unquote(value: string): string {
  const out = new ByteWriter();
  let blank = false;
  for (let at = 0; at < value.length; at++) {
    switch (value[at]) {
      case '"':
      case "'":
      case '\\':
      case '^':
        break;
      case ' ':
      case ',':
      case ';':
      case '\t':
      case '\r':
      case '\n':
        blank = true;
        break;
      case '/':
      case '(':
        blank = false;
        out.push(value.charCodeAt(at));
        break;
      default:
        if (blank) out.push(BLANK);
        blank = false;
        out.push(value.charCodeAt(at));
    }
  }
  if (blank) out.push(BLANK);
  return out.toString();
}
