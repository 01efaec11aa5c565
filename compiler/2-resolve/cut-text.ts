/** Splits an argument at a separator. */
import type * as ast from '../1-parse/ast.ts';
import { subText } from '../1-parse/source-offset.ts';

/**
 * Returns `text` before and after the first `separator`, each with its span. `after` is undefined without a separator.
 */
export function cut(
  text: ast.Text,
  separator: string,
): readonly [before: ast.Text, after: ast.Text | undefined] {
  const at = text.text.indexOf(separator);
  if (at === -1) return [text, undefined];
  return [subText(text, 0, at), subText(text, at + 1, text.text.length)];
}
