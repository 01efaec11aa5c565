/** A request as users describe it -> the head and the body for a transaction. */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header, RequestHead } from '#engine/host/compiled-waf.ts';
import { percentByte } from './percent-encode.ts';

export type RunRequest = { readonly head: RequestHead; readonly body: ByteString };

/** A request from flags, curl or a HAR file. Texts are byte strings. */
export type RequestParts = {
  /** undefined: GET, or POST when there is a body. */
  readonly method: ByteString | undefined;
  /** A path, or a whole URL. */
  readonly url: ByteString;
  readonly headers: readonly Header[];
  /** Names, in lower case, of default headers that are not added. */
  readonly absent?: readonly string[];
  readonly body: ByteString;
};

export type RequestResult =
  | { readonly kind: 'Ok'; readonly request: RunRequest }
  | { readonly kind: 'Error'; readonly message: string };

/** Returns the request. Adds missing headers that every client sends, because rules treat their absence as suspicious. */
export function requestOf({ method, url, headers, absent = [], body }: RequestParts): RunRequest {
  const [, authority, path = url] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)(.*)$/is.exec(url) ?? [];
  const has = (name: string): boolean =>
    absent.includes(name) || headers.some(([other]) => other.toLowerCase() === name);
  const usual: readonly Header[] = [
    ['Host', authority ?? 'localhost'],
    ['User-Agent', 'Mozilla/5.0'],
    ['Accept', '*/*'],
    ...(body === '' ? [] : [bodyType(), ['Content-Length', String(body.length)] as const]),
  ];
  const all = [...headers, ...usual.filter(([name]) => !has(name.toLowerCase()))];
  return {
    head: {
      method: method ?? (body === '' ? 'GET' : 'POST'),
      target: encodeTarget(path.replace(/#.*$/s, '')),
      protocol: 'HTTP/1.1',
      headers: all,
      remoteAddress: '127.0.0.1',
      remotePort: 40000,
      serverAddress: '127.0.0.1',
      serverPort: 80,
      serverName: serverName(all),
    },
    body,
  };
}

/** Returns whether `url` is a path, or a URL with a scheme that has requests of HTTP. */
export function isHttp(url: ByteString): boolean {
  return !/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || /^https?:/i.test(url);
}

function bodyType(): Header {
  return ['Content-Type', 'application/x-www-form-urlencoded'];
}

function serverName(headers: readonly Header[]): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Percent-encodes the bytes that are invalid in a request line, as browsers do. All others stay unchanged. */
function encodeTarget(path: ByteString): ByteString {
  const target = path.startsWith('/') ? path : `/${path}`;
  return [...target].map((char) => (isPlain(char) ? char : percentByte(char))).join('');
}

function isPlain(char: string): boolean {
  return char > ' ' && char <= '~' && !'"<>'.includes(char);
}

/** Parses `Name: value`; undefined when there is no name or no colon. */
export function parseHeaderText(text: ByteString): Header | undefined {
  const colon = text.indexOf(':');
  return colon < 1
    ? undefined
    : [trimSpace(text.slice(0, colon)), trimSpace(text.slice(colon + 1))];
}
