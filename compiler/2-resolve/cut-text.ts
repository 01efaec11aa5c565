/** Splits arguments into parts, each with its span in the rule file. */
import type * as ast from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';

/**
 * Returns `text` before and after the first `separator`, each with its span. `after` is undefined without a separator.
 */
export function cut(
  text: ast.Text,
  separator: string,
): readonly [before: ast.Text, after: ast.Text | undefined] {
  const at = text.text.indexOf(separator);
  if (at === -1) return [text, undefined];
  return [part(text, 0, at), part(text, at + 1, text.text.length)];
}

/** Returns the chars `from` to `to` (end exclusive) of `text`, with their span. */
export function part(text: ast.Text, from: number, to: number): ast.Text {
  return { text: text.text.slice(from, to), span: spanWithin(text, from, to) };
}
