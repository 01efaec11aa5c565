/** Splits lists in arguments of operators. */
import { trimSpace } from './ascii-space.ts';

/** One item of a list, without the blanks around it, and the index of its first char. */
export type Piece = { readonly text: string; readonly index: number };

/** Returns the texts between commas. */
export function splitTrimmed(text: string): readonly Piece[] {
  let index = 0;
  return text.split(',').map((raw) => {
    const piece = trimSpace(raw);
    const found = { text: piece, index: index + raw.indexOf(piece) };
    index += raw.length + 1;
    return found;
  });
}
