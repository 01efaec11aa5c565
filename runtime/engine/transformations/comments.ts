/** Comments of C, SQL, HTML and shells. */
import { ByteWriter } from './byte-writer.ts';
import type { Transformation } from './transformation.ts';

const BLANK = 0x20;

/** Deletes the tokens `/*`, `*` + `/`, `<!--`, `-->`, `--` and `#`; the text between them stays. */
export const removeCommentsChar: Transformation = (value) =>
  value.replace(/\/\*|\*\/|<!--|-->|--|#/g, '');

/** Replaces every comment of C by one blank, even one without an end; an end without a start stays. */
export const replaceComments: Transformation = (value) =>
  value.includes('/*') ? value.replace(/\/\*.*?(?:\*\/|$)/gs, ' ') : value;

/**
 * Deletes the comments of C and HTML; `--` and `#` cut off the rest. As in all engines
 * (docs/spec/seclang-evaluation.md#transformations), the byte after a comment is copied without being checked, as a
 * zero byte when the value ends there, and a comment without an end leaves a blank.
 */
export const removeComments: Transformation = (value) => {
  const starts = /\/\*|<!--|--|#/g;
  const ends = /\*\/|-->/g;
  let start = starts.exec(value);
  if (start === null) return value;
  const out = new ByteWriter();
  let copied = 0;
  while (start !== null) {
    out.copy(value, copied, start.index);
    if (start[0] === '--' || start[0] === '#') return out.toString();
    ends.lastIndex = starts.lastIndex;
    if (!ends.test(value)) {
      out.push(BLANK);
      return out.toString();
    }
    const unseen = ends.lastIndex;
    out.push(unseen < value.length ? value.charCodeAt(unseen) : 0);
    copied = unseen + 1;
    starts.lastIndex = copied;
    start = starts.exec(value);
  }
  out.copy(value, copied, value.length);
  return out.toString();
};
