/** Parses a message that Node's parser refused as far as possible, for inspection and logs only. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Header } from '../../engine/host/compiled-waf.ts';
import type { ClientMessage, Peer } from './client-message.ts';

export type RawMessage = {
  readonly message: ClientMessage;
  readonly body: ByteString;
  /** False: the request line names no version, as in HTTP/0.9, whose clients cannot read a status. */
  readonly hasVersion: boolean;
};

/** Never throws: a missing part is "". Lines end in LF, with or without CR before it. */
export function parseRawMessage(bytes: ByteString, peer: Peer): RawMessage {
  const start = /^(?:\r?\n)*/.exec(bytes)?.[0].length ?? 0;
  const end = headEnd(bytes, start);
  const lines = bytes.slice(start, end.head).split(/\r?\n/);
  const { method, target, version } = parseRequestLine(lines[0] ?? '');
  return {
    message: {
      method,
      target,
      httpVersion: version ?? '',
      headers: parseHeaders(lines.slice(1)),
      peer,
    },
    body: bytes.slice(end.body),
    hasVersion: version !== undefined,
  };
}

function headEnd(bytes: ByteString, start: number): { head: number; body: number } {
  for (let line = start; ; ) {
    const lf = bytes.indexOf('\n', line);
    if (lf === -1) return { head: bytes.length, body: bytes.length };
    const isEmpty = lf === line || (lf === line + 1 && bytes[line] === '\r');
    if (isEmpty) return { head: line, body: lf + 1 };
    line = lf + 1;
  }
}

type RequestLine = {
  readonly method: ByteString;
  readonly target: ByteString;
  readonly version: ByteString | undefined;
};

/** The target is everything between the first word and the version, blanks included. */
function parseRequestLine(line: ByteString): RequestLine {
  const methodEnd = line.search(/[ \t]/);
  if (methodEnd === -1) return { method: line, target: '', version: undefined };
  const method = line.slice(0, methodEnd);
  const rest = line.slice(methodEnd + 1);
  const versionStart = rest.lastIndexOf(' ') + 1;
  const last = rest.slice(versionStart).trim();
  if (last === '') return { method, target: rest.trim(), version: undefined };
  const hasVersion = /^HTTP\//i.test(last) || versionStart > 0;
  if (!hasVersion) return { method, target: rest.trim(), version: undefined };
  const version = last.replace(/^HTTP\//i, '');
  return { method, target: rest.slice(0, versionStart).trim(), version };
}

/**
 * A line that starts with a blank continues the previous one; a line without a colon is a name without value.
 * A CR within a line counts as a blank (RFC 9112 section 2.2).
 */
function parseHeaders(lines: readonly ByteString[]): Header[] {
  const headers: Header[] = [];
  for (const rawLine of lines) {
    if (rawLine === '') continue;
    const line = rawLine.replaceAll('\r', ' ');
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      headers[headers.length - 1] = [last[0], `${last[1]} ${line.trim()}`];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    headers.push([name, colon === -1 ? '' : line.slice(colon + 1).trim()]);
  }
  return headers;
}
