/** Lists of texts as code. */
import { type Code, joined, ts } from './code.ts';
import { engine } from './engine-names.ts';

/** From so many texts on, a module has them as one, which the engine divides (runtime/engine/bytes/split-list.ts). */
const MANY = 16;

/** Chars of a line. */
const WIDTH = 88;

/** What may stand between texts, as long as it is in none of them; after these the chars beyond bytes. */
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
