/** Finds the groups of an expression around a char, each with the text that leads to it. */

type Level = {
  /** Start of the group or of its current branch. */
  readonly start: number;
  /** True after the first branch of the group. */
  readonly isLater: boolean;
};

/** Returns text such as `(?:...|c(?:...|h(?:` for an offset in the third group; "" outside of all groups. */
export function enclosingGroups(source: string, offset: number): string {
  const levels: Level[] = [{ start: 0, isLater: false }];
  const opens: number[] = [];
  for (const { index, 0: token } of source.matchAll(TOKEN)) {
    if (index >= offset) break;
    const level = levels.at(-1);
    if (level === undefined) return '';
    if (token === '|') levels.splice(-1, 1, { start: index + 1, isLater: true });
    else if (token.startsWith('(')) {
      opens.push(index + token.length);
      levels.push({ start: index + token.length, isLater: false });
    } else if (token === ')' && opens.pop() !== undefined) levels.pop();
  }
  return opens
    .map((end, depth) => {
      const { start = 0, isLater = false } = levels[depth] ?? {};
      return (isLater ? '...|' : '') + shorten(source.slice(start, end));
    })
    .join('');
}

/** Escapes and classes are single tokens; the head of a group belongs to its parenthesis. */
const TOKEN =
  /\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\(\?#[^)]*\)|\((?:\?(?:[a-zA-Z^-]*:|[=!>|]|<[=!]|P?<\w+>|'\w+'))?|[)|]/gs;

const LONG = 24;

function shorten(text: string): string {
  return text.length > LONG ? `...${text.slice(3 - LONG)}` : text;
}
