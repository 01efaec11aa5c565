/**
 * Processes the parts of a multipart body as text, for logs: nothing is decoded, there are no errors, and delimiters
 * stay.
 */
import type { ByteString } from '../bytes/byte-string.ts';

export type PartText = {
  /**
   * The `name` parameter of Content-Disposition; `filename` is the parameter of that name, undefined for a plain
   * field.
   */
  readonly name: ByteString;
  readonly filename: ByteString | undefined;
  readonly content: ByteString;
};

/**
 * Returns `body` with the content of every part replaced by the result of `show`. The delimiter is the first line,
 * where every sender puts it; a body without one is passed to `show` as one part.
 */
export function showParts(body: ByteString, show: (part: PartText) => ByteString): ByteString {
  const delimiter = /^--[^\r\n]{1,200}/.exec(body)?.[0];
  if (delimiter === undefined) return show({ name: '', filename: undefined, content: body });
  return body
    .split(delimiter)
    .map((part) => showPart(part, show))
    .join(delimiter);
}

function showPart(part: ByteString, show: (part: PartText) => ByteString): ByteString {
  const blankLine = /\r?\n\r?\n/.exec(part);
  if (blankLine === null) return part;
  const contentStart = blankLine.index + blankLine[0].length;
  const contentEnd = part.length - (/\r?\n$/.exec(part)?.[0].length ?? 0);
  const head = part.slice(0, contentStart);
  const content = part.slice(contentStart, Math.max(contentStart, contentEnd));
  const shown = show({
    name: parameter(head, /[;\s]name="?([^";\r\n]*)/i) ?? '',
    filename: parameter(head, /[;\s]filename\*?="?([^";\r\n]*)/i),
    content,
  });
  return head + shown + part.slice(contentStart + content.length);
}

function parameter(head: ByteString, pattern: RegExp): ByteString | undefined {
  return pattern.exec(head)?.[1];
}
