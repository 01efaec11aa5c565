/** Emits lists of texts. */
import { type Code, joined, ts } from './code.ts';
import { engine } from './engine-names.ts';

/**
 * A list of this many texts or more is emitted as one string, which the engine splits
 * (runtime/engine/bytes/split-list.ts).
 */
const MANY = 16;

/** Maximum width of a line in chars. */
const WIDTH = 88;

/** Possible separators: the first one that no text contains. When all occur, chars above 0xFF follow. */
const SEPARATORS = [...' |,;~^#'];
const FIRST_BEYOND = 0x100;

export function textList(texts: readonly string[]): Code {
  if (texts.length < MANY) return ts`${texts}`;
  const separator = separatorOf(texts);
  const rows = [''];
  for (const text of texts) {
    const last = rows.length - 1;
    rows[last] += separator + text;
    if ((rows[last] ?? '').length >= WIDTH) rows.push('');
  }
  const filled = rows.filter((row) => row !== '');
  return ts`${engine('splitList')}(\n  ${joined(
    filled.map((row) => ts`${row}`),
    ' +\n  ',
  )},\n)`;
}

function separatorOf(texts: readonly string[]): string {
  const all = texts.join('');
  const free = SEPARATORS.find((char) => !all.includes(char));
  if (free !== undefined) return free;
  let code = FIRST_BEYOND;
  while (all.includes(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}
