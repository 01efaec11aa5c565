/** Texts of tokens as the language means them: quotes off, escapes undone, operators taken apart. */
import type { Operator, Selector, Text } from './ast.ts';
import { boundsOf, trimBlanks } from './blanks.ts';
import { spanWithin, subText } from './source-offset.ts';

/** Without the blanks around it. */
export function trim(text: Text): Text {
  const { start, end } = boundsOf(text.text);
  return subText(text, start, end);
}

/** Without the double quotes around it, and `\"` undone. What has no quotes stays as it is. */
export function unquote(text: Text): Text {
  return text.text.startsWith('"') ? undoEscapes(inner(text, 1), '"') : text;
}

/** The blank-separated words of a text. */
export function wordsOf(text: Text): Text[] {
  return Array.from(text.text.matchAll(/[^ \t]+/g), (word) =>
    subText(text, word.index, word.index + word[0].length),
  );
}

/** `:key` or `:'key'`. */
export function decodeKey(token: Text): Selector {
  const key = trim(subText(token, 1, token.text.length));
  const quoted = key.text.startsWith("'");
  return { kind: 'Key', ...(quoted ? undoEscapes(inner(key, 1), `"'`) : key) };
}

/** `:/regex/` or `:'/regex/'`. */
export function decodePattern(token: Text): Selector {
  const regex = subText(token, 1, token.text.length);
  return {
    kind: 'Pattern',
    ...undoEscapes(inner(regex, regex.text.startsWith("'") ? 2 : 1), '/"'),
  };
}

/** `:/xpath`, after a variable that holds XML. */
export function decodeXPath(token: Text): Selector {
  return { kind: 'XPath', ...undoEscapes(trim(subText(token, 1, token.text.length)), '"') };
}

/**
 * `@op argument`, with `!` before it when negated. Without `@` it is a regular expression for `rx`
 * (docs/spec/seclang-syntax.md#operators); the `@` counts only at the very start, or right after the `!`.
 */
export function decodeOperator(token: Text): Operator {
  const text = unquote(token);
  const [head = '', negation, name] = /^(!?)(?:@([^ \t]+))?/.exec(text.text) ?? [];
  const end = head.length;
  return {
    negated: negation === '!',
    name:
      name === undefined
        ? { text: 'rx', span: spanWithin(text, end, end) }
        : subText(text, end - name.length, end),
    argument: trim(subText(text, end, text.text.length)),
    span: token.span,
  };
}

/** `:value` of an action; the quotes around a value are not part of it. */
export function decodeActionArgument(token: Text): Text {
  const value = trim(subText(token, 1, token.text.length));
  const quoted = /^'[\s\S]*'$/.test(value.text);
  return undoEscapes(quoted ? inner(value, 1) : value, `'"`);
}

/** The lines between the backticks of a data set, trimmed, without the empty ones. */
export function decodeEntries(block: string): string[] {
  return block
    .slice(1, -1)
    .split('\n')
    .map(trimBlanks)
    .filter((line) => line !== '');
}

/** Without `count` chars on both sides. */
function inner(text: Text, count: number): Text {
  return subText(text, count, text.text.length - count);
}

/** Backslashes before `chars` removed. `\\` is a pair of its own and stays, as all other pairs do. */
function undoEscapes(text: Text, chars: string): Text {
  if (!text.text.includes('\\')) return text;
  const decoded = text.text.replace(/\\([\s\S])/g, (pair, char: string) =>
    chars.includes(char) ? char : pair,
  );
  return { text: decoded, span: text.span };
}
