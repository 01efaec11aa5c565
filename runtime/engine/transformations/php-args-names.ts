/** Argument names as PHP stores them. */
import { isSpace } from '../bytes/ascii-space.ts';
import { ByteWriter } from './byte-writer.ts';
import { mapBytes } from './map-bytes.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;
const DOT = 0x2e;
const UNDERSCORE = 0x5f;

const underscored = mapBytes((byte) => (byte === BLANK || byte === DOT ? UNDERSCORE : byte));

/**
 * Removes leading blanks; converts blanks and dots to `_` up to the first `[`. From there PHP reads `[index]` parts
 * and ignores what follows the last one; without any `]` only that `[` becomes `_`. Names that start with `[` or `=`
 * are dropped.
 */
export const phpArgsNames: Transformation = (value) => {
  if (!/[ .[=]/.test(value)) return value;
  if (value.startsWith('[') || value.startsWith('=')) return '';
  const name = withoutLeadingBlanks(value);
  const open = name.indexOf('[');
  if (open === -1) return underscored(name);
  const stem = underscored(name.slice(0, open));
  return name.includes(']', open) ? stem + indexes(name, open) : `${stem}_${name.slice(open + 1)}`;
};

function withoutLeadingBlanks(value: string): string {
  let start = 0;
  while (value[start] === ' ') start += 1;
  return value.slice(start);
}

/** Returns the indexes: `[a][ ][b]rest` becomes `[a][][b]`; one white space in brackets is an empty index. */
function indexes(name: string, open: number): string {
  const out = new ByteWriter();
  let at = open;
  while (name[at] === '[') {
    const close = name.indexOf(']', at);
    if (close === -1) break;
    const empty = close === at + 2 && isSpace(name.charCodeAt(at + 1));
    out.copy(name, at, empty ? at + 1 : close);
    out.copy(name, close, close + 1);
    at = close + 1;
  }
  return out.toString();
}
