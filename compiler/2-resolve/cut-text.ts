/** Cuts arguments into pieces, each with its span in the rule file. */
import type * as ast from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';

/** `text` before and after the first `separator`, each with its span. */
export function cut(
  text: ast.Text,
  separator: string,
): readonly [before: ast.Text, after: ast.Text | undefined] {
  const at = text.text.indexOf(separator);
  if (at === -1) return [text, undefined];
  return [part(text, 0, at), part(text, at + 1, text.text.length)];
}

/** The chars of `text` from `from` to `to`, with their span. */
export function part(text: ast.Text, from: number, to: number): ast.Text {
  return { text: text.text.slice(from, to), span: spanWithin(text, from, to) };
}
