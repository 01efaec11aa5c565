/**
 * A lenient HTTP/1 request parser, for tests that break HTTP on purpose. It returns what Apache httpd would pass to the
 * rules (docs/spec/ftw.md#stages-that-need-a-connection) and refuses nothing. The proxy uses a strict parser.
 */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header, RequestHead } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { readFields, splitMessage } from '#proxy/http/message-head.ts';

export type ParsedRequest = {
  readonly head: RequestHead;
  /** The body without chunked encoding, at most Content-Length bytes; empty when the request has neither framing. */
  readonly body: ByteString;
  /** False when bytes of the head or the body are missing. */
  readonly complete: boolean;
};

type Body = { readonly body: ByteString; readonly complete: boolean };

const LOCAL = '127.0.0.1';

/** Parses any bytes. Without a blank line, all of them belong to the head and the request is incomplete. */
export function parseRequest(raw: ByteString): ParsedRequest {
  const { startLine, fieldLines, body: rest } = splitMessage(raw);
  const headers = normalize(readFields(fieldLines.filter(isField)));
  const { body, complete } = readBody(headers, rest ?? '');
  return {
    head: { ...parseRequestLine(startLine), headers, ...addresses(headers) },
    body,
    complete: complete && rest !== undefined,
  };
}

/** Returns whether a line is a header field or continues one. Lines without a colon are ignored. */
function isField(line: ByteString): boolean {
  return line.includes(':') || /^[\t ]/.test(line);
}

/** Splits at the first and the last space, so that a target may contain spaces. */
function parseRequestLine(line: ByteString): Pick<RequestHead, 'method' | 'target' | 'protocol'> {
  const first = line.indexOf(' ');
  const last = line.lastIndexOf(' ');
  if (first === -1) return { method: line, target: '', protocol: '' };
  if (first === last)
    return { method: line.slice(0, first), target: line.slice(first + 1), protocol: '' };
  return {
    method: line.slice(0, first),
    target: line.slice(first + 1, last),
    protocol: line.slice(last + 1),
  };
}

/** Changes headers as Apache httpd does: joins repeated Content-Type headers (920620-1), drops Content-Length next to Transfer-Encoding (920181-1). */
function normalize(headers: readonly Header[]): readonly Header[] {
  const types = headers.filter(([name]) => lowerAscii(name) === 'content-type');
  const dropsLength = headerValues(headers, 'transfer-encoding')[0] !== undefined;
  return headers.flatMap((header): readonly Header[] => {
    const name = lowerAscii(header[0]);
    if (name === 'content-length' && dropsLength) return [];
    if (name !== 'content-type' || types.length === 1) return [header];
    return header === types[0] ? [[header[0], types.map(([, value]) => value).join(', ')]] : [];
  });
}

function readBody(headers: readonly Header[], rest: ByteString): Body {
  if (/\bchunked\b/i.test(headerValues(headers, 'transfer-encoding')[0] ?? ''))
    return readChunks(rest);
  const text = headerValues(headers, 'content-length')[0] ?? '';
  const length = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return { body: rest.slice(0, length), complete: rest.length >= length };
}

/** Decodes chunks (RFC 9112, section 7.1). Ignores trailers. */
function readChunks(rest: ByteString): Body {
  const chunks: ByteString[] = [];
  let position = 0;
  for (;;) {
    const sizeLine = /^([0-9A-Fa-f]{1,8})[^\n]*\n/.exec(rest.slice(position, position + 200));
    if (sizeLine === null) return { body: chunks.join(''), complete: false };
    const size = Number.parseInt(sizeLine[1] ?? '', 16);
    const start = position + sizeLine[0].length;
    if (size === 0) {
      return {
        body: chunks.join(''),
        complete: /^(?:[^\r\n]+\r?\n)*\r?\n/.test(rest.slice(start)),
      };
    }
    chunks.push(rest.slice(start, start + size));
    position = start + size;
    if (rest.startsWith('\r', position)) position += 1;
    if (rest.startsWith('\n', position)) position += 1;
  }
}

/** Returns the addresses that requests without a connection have. The server name is that of Host. */
function addresses(
  headers: readonly Header[],
): Pick<
  RequestHead,
  'remoteAddress' | 'remotePort' | 'serverAddress' | 'serverPort' | 'serverName'
> {
  const host = lowerAscii(headerValues(headers, 'host')[0] ?? '');
  return {
    remoteAddress: LOCAL,
    remotePort: 40000,
    serverAddress: LOCAL,
    serverPort: 80,
    serverName: host.replace(/:\d*$/, '').replace(/\.$/, ''),
  };
}
