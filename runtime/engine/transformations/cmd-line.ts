/** Command lines as the shells of Unix and Windows read them. */
import { ByteWriter } from './byte-writer.ts';
import { lowercase } from './case.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** What becomes of a byte. */
const UNCHANGED = 0;
const DROPPED = 1;
/** Part of a run that becomes one blank. */
const SPACE = 2;
/** Stays, and no blank before it. */
const CLOSE = 3;

const kinds = new Uint8Array(256);
for (const [chars, kind] of [
  ['"\'\\^', DROPPED],
  [' ,;\t\r\n', SPACE],
  ['/(', CLOSE],
] as const) {
  for (const char of chars) kinds[char.charCodeAt(0)] = kind;
}

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
    const byte = value.charCodeAt(at);
    const kind = kinds[byte & 0xff] ?? UNCHANGED;
    if (kind === SPACE) blank = true;
    if (kind === SPACE || kind === DROPPED) continue;
    if (blank && kind === UNCHANGED) out.push(BLANK);
    blank = false;
    out.push(byte);
  }
  if (blank) out.push(BLANK);
  return out.toString();
}
