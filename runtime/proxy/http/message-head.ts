/** Parses HTTP/1 heads leniently: those of messages that Node's parser refused, and those of requests in tests. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';

export type MessageText = {
  /** The first line that is not empty. */
  readonly startLine: ByteString;
  /** Lines between the start line and the empty line. */
  readonly fieldLines: readonly ByteString[];
  /** The bytes after the empty line; undefined when there is no empty line, so that everything is the head. */
  readonly body: ByteString | undefined;
};

/**
 * Splits a message. Lines end in LF with an optional CR; empty lines before the first are skipped (RFC 9112 section
 * 2.2).
 */
export function splitMessage(bytes: ByteString): MessageText {
  const start = /^(?:\r?\n)*/.exec(bytes)?.[0].length ?? 0;
  const blankLine = /\r?\n\r?\n/g;
  blankLine.lastIndex = start;
  const end = blankLine.exec(bytes);
  const [startLine = '', ...fieldLines] = bytes
    .slice(start, end?.index ?? bytes.length)
    .split(/\r?\n/);
  return {
    startLine,
    fieldLines,
    body: end === null ? undefined : bytes.slice(blankLine.lastIndex),
  };
}

/**
 * Parses field lines in order. A line that starts with a blank continues the previous one; a line without a colon
 * is a name without a value. A CR within a line counts as a blank (RFC 9112 section 2.2).
 */
export function readFields(lines: readonly ByteString[]): Header[] {
  const headers: Header[] = [];
  for (const rawLine of lines) {
    if (rawLine === '') continue;
    const line = rawLine.replaceAll('\r', ' ');
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      headers[headers.length - 1] = [last[0], `${last[1]} ${trimBlanks(line)}`];
      continue;
    }
    const colon = line.indexOf(':');
    if (colon === -1) headers.push([line, '']);
    else headers.push([line.slice(0, colon), trimBlanks(line.slice(colon + 1))]);
  }
  return headers;
}

/** Removes spaces and tabs at both ends. `trim` would also remove bytes that belong to a value, such as 0xa0. */
function trimBlanks(text: ByteString): ByteString {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09;
}
