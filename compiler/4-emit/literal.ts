/** Prints values as TypeScript literals: short ones on one line, long lists and objects on several. */
import { invariant } from '../invariant.ts';

export type Value =
  | string
  | number
  | boolean
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

/** Maximum width of a line in characters, without its indentation. */
const WIDTH = 96;

/** Lists of items with at most this average length fill their lines; other lists have one item on each line. */
const SHORT = 40;

export function checkIdentifier(text: string): void {
  invariant(/^[A-Za-z_$][\w$]*$/.test(text), `${JSON.stringify(text)} is not an identifier`);
}

export function literal(value: Value): string {
  if (typeof value === 'string') return quoted(value);
  if (value === undefined || typeof value !== 'object') return String(value);
  if (isList(value)) return filled(value.map(literal));
  const fields = Object.entries(value).map(([key, field]) => {
    checkIdentifier(key);
    return `${key}: ${literal(field)}`;
  });
  const line = `{ ${fields.join(', ')} }`;
  return fits(line) ? line : `{\n${indented(fields)}\n}`;
}

/** Returns a list of texts: on one line, in filled lines, or with one item on each line. */
export function filled(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`;
  if (fits(line)) return line;
  const isWordList = line.length / items.length <= SHORT && !line.includes('\n');
  return `[\n${indented(isWordList ? fill(items) : items)}\n]`;
}

function fits(text: string): boolean {
  return text.length <= WIDTH && !text.includes('\n');
}

/** Puts as many items on each line as fit. */
function fill(items: readonly string[]): readonly string[] {
  const rows: string[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    const longer = `${last}, ${item}`;
    if (last === undefined || longer.length >= WIDTH) rows.push(item);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}

function indented(rows: readonly string[]): string {
  return rows.map((row) => `${row},`.replace(/^/gm, '  ')).join('\n');
}

function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  return `'${escapeBytes(text.replace(/[\\']/g, (char) => `\\${char}`))}'`;
}

/**
 * Escapes all but printable ASCII, for generated files: bytes as \xHH, other characters, which paths may have, as
 * \uHHHH.
 */
export function escapeBytes(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (char) => {
    const unit = char.charCodeAt(0);
    return unit > 0xff
      ? `\\u${unit.toString(16).padStart(4, '0')}`
      : `\\x${unit.toString(16).padStart(2, '0')}`;
  });
}
