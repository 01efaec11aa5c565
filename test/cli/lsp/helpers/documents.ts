/** Places in texts, and documents as clients send them. */
import type { Position } from 'vscode-languageserver-protocol/node';

/** Line and column of an offset, both in characters. */
export function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The position behind the first `part` of a text, moved by `shift`. Throws when there is none. */
export function behind(text: string, part: string, shift = 0): Position {
  const start = text.indexOf(part);
  if (start === -1) throw new Error(`There is no ${part} in the text.`);
  return positionIn(text, start + part.length + shift);
}
