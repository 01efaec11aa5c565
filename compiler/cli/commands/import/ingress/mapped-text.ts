/** Text of a YAML file with the position of each of its chars there, through escapes and indentation. */
import type { Scalar } from 'yaml';

export type MappedText = {
  readonly text: string;
  /** For each char of `text`, its offset in the file. */
  readonly offsets: readonly number[];
};

export const EMPTY: MappedText = { text: '', offsets: [] };

/** Returns the chars of `text` from `start` to `end` (exclusive). */
export function slice({ text, offsets }: MappedText, start: number, end?: number): MappedText {
  return { text: text.slice(start, end), offsets: offsets.slice(start, end) };
}

/** Concatenates texts. */
export function concat(...parts: readonly MappedText[]): MappedText {
  return {
    text: parts.map(({ text }) => text).join(''),
    offsets: parts.flatMap(({ offsets }) => offsets),
  };
}

/** Returns text that is not in the file; positions in it are shown at `offset`. */
export function written(text: string, offset: number): MappedText {
  return { text, offsets: Array.from(text, () => offset) };
}

/** Returns the value of a scalar. For folded lines only the start is mapped. */
export function mappedScalar(scalar: Scalar, file: string): MappedText {
  const text = String(scalar.value ?? '');
  const start = scalar.range?.[0] ?? 0;
  const end = scalar.range?.[1] ?? start;
  const source = file.slice(start, end);
  const offsets = offsetsOf(scalar.type, text, source);
  return { text, offsets: Array.from(text, (_, index) => start + (offsets?.[index] ?? 0)) };
}

/** Returns the offset in `source` of each char of `text`; undefined when it is not known. */
function offsetsOf(
  type: Scalar['type'],
  text: string,
  source: string,
): readonly number[] | undefined {
  switch (type) {
    case 'BLOCK_LITERAL':
      return blockOffsets(text, source);
    case 'QUOTE_DOUBLE':
      return quotedOffsets(text, source);
    default:
      return plainOffsets(text, source);
  }
}

function plainOffsets(text: string, source: string): readonly number[] | undefined {
  const quote = source.startsWith("'") ? 1 : 0;
  return source.startsWith(text, quote) ? Array.from(text, (_, index) => quote + index) : undefined;
}

/** Maps a block scalar: each line of the value is a line of the file, after the indentation of the block. */
function blockOffsets(text: string, source: string): readonly number[] | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line !== '');
  const starts = [...source.matchAll(/\n/g)].map(({ index }) => index + 1);
  const bodyLine = source.slice(starts[first]).split(/\r?\n/, 1)[0] ?? '';
  const indentation = bodyLine.length - (lines[first] ?? '').length;
  if (indentation < 0) return undefined;
  return lines.flatMap((line, number) => {
    const start = starts[number] ?? source.length;
    // Including its line end.
    return Array.from(`${line}\n`, (_, column) => start + indentation + column);
  });
}

const LONG_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['x', 4],
  ['u', 6],
  ['U', 10],
]);

/** Maps a string in double quotes on one line, with escapes as in JSON. */
function quotedOffsets(text: string, source: string): readonly number[] | undefined {
  const offsets: number[] = [];
  let at = 1;
  while (at < source.length - 1) {
    const isEscape = source[at] === '\\';
    if (source[at] === '\n') return undefined;
    offsets.push(at);
    at += isEscape ? (LONG_ESCAPES.get(source[at + 1] ?? '') ?? 2) : 1;
  }
  return offsets.length === text.length ? offsets : undefined;
}

/**
 * Unescapes as nginx does in single quotes: `\'`, `\"` and `\\` become one char, `\t`, `\r` and `\n` a control byte.
 */
export function unescapeNginx(mapped: MappedText): MappedText {
  const chars: string[] = [];
  const offsets: number[] = [];
  const { text } = mapped;
  for (let at = 0; at < text.length; at += 1) {
    const escaped = text[at] === '\\' ? ESCAPES.get(text[at + 1] ?? '') : undefined;
    chars.push(escaped ?? text[at] ?? '');
    offsets.push(mapped.offsets[at] ?? 0);
    if (escaped !== undefined) at += 1;
  }
  return { text: chars.join(''), offsets };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ['\\', '\\'],
  ['t', '\t'],
  ['r', '\r'],
  ['n', '\n'],
]);
