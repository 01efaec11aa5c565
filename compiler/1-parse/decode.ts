/** Decodes the texts of tokens: removes quotes and escapes, and splits operators into their parts. */
import { endBeforeSpace, startAfterSpace, trimSpace } from '#engine/bytes/ascii-space.ts';
import type { Operator, Selector, Text } from './ast.ts';
import { spanWithin, subText } from './source-offset.ts';

/** Returns the text without the blanks around it. */
export function trim(text: Text): Text {
  const start = startAfterSpace(text.text);
  return subText(text, start, endBeforeSpace(text.text, start));
}

/** Removes the double quotes around the text and unescapes `\"`. A text without quotes stays unchanged. */
export function unquote(text: Text): Text {
  return text.text.startsWith('"') ? undoEscapes(inner(text, 1), '"') : text;
}

/** Returns the words of a text, separated by blanks. */
export function wordsOf(text: Text): Text[] {
  return Array.from(text.text.matchAll(/[^ \t]+/g), (word) =>
    subText(text, word.index, word.index + word[0].length),
  );
}

/** Decodes `:key` or `:'key'`. */
export function decodeKey(token: Text): Selector {
  const key = trim(subText(token, 1, token.text.length));
  const quoted = key.text.startsWith("'");
  return { kind: 'Key', ...(quoted ? undoEscapes(inner(key, 1), `"'`) : key) };
}

/** Decodes `:/regex/` or `:'/regex/'`. */
export function decodePattern(token: Text): Selector {
  const regex = subText(token, 1, token.text.length);
  return {
    kind: 'Pattern',
    ...undoEscapes(inner(regex, regex.text.startsWith("'") ? 2 : 1), '/"'),
  };
}

/** Decodes `:/xpath`, which follows a variable that holds XML. */
export function decodeXPath(token: Text): Selector {
  return { kind: 'XPath', ...undoEscapes(trim(subText(token, 1, token.text.length)), '"') };
}

/**
 * Decodes `@op argument`, with `!` before it when negated. Without `@` the text is a regular expression for `rx`
 * (docs/spec/seclang-syntax.md#operators). The `@` counts only at the very start or directly after the `!`.
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

/** Decodes `:value` of an action; quotes around the value are removed. */
export function decodeActionArgument(token: Text): Text {
  const value = trim(subText(token, 1, token.text.length));
  const quoted = /^'[\s\S]*'$/.test(value.text);
  return undoEscapes(quoted ? inner(value, 1) : value, `'"`);
}

/** Returns the trimmed lines between the backticks of a data set, without empty ones. */
export function decodeEntries(block: string): string[] {
  return block
    .slice(1, -1)
    .split('\n')
    .map(trimSpace)
    .filter((line) => line !== '');
}

/** Returns the text without its first and last `count` chars. */
function inner(text: Text, count: number): Text {
  return subText(text, count, text.text.length - count);
}

/** Removes backslashes before `chars`. All other pairs, including `\\`, stay as they are. */
function undoEscapes(text: Text, chars: string): Text {
  if (!text.text.includes('\\')) return text;
  const decoded = text.text.replace(/\\([\s\S])/g, (pair, char: string) =>
    chars.includes(char) ? char : pair,
  );
  return { text: decoded, span: text.span };
}
