/** Builds requests that carry a text as a browser sends it: in a query, in a form and in a JSON document. */
import type { ParsedRequest } from '#compiler/cli/requests/parse-request.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';

export const carriers = ['query', 'form', 'json'] as const;
export type Carrier = (typeof carriers)[number];

const HOST = 'www.example.com';
const browser: readonly Header[] = [
  ['Host', HOST],
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Language', 'en-US,en;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
  ['Connection', 'keep-alive'],
];

/** `text` is Unicode; the request contains it in UTF-8. */
export function benignRequest(text: string, carrier: Carrier): ParsedRequest {
  const form = new URLSearchParams([
    ['page', '1'],
    ['text', text],
  ]).toString();
  if (carrier === 'query') return request('GET', `/search?${form}`, [], '');
  const [type, body] =
    carrier === 'form'
      ? ['application/x-www-form-urlencoded', form]
      : ['application/json', utf8(JSON.stringify({ page: 1, items: [{ text }] }))];
  const headers: readonly Header[] = [
    ['Content-Type', type],
    ['Content-Length', String(body.length)],
  ];
  return request('POST', '/comments', headers, body);
}

export function request(
  method: ByteString,
  target: ByteString,
  headers: readonly Header[],
  body: ByteString,
): ParsedRequest {
  const head = {
    method,
    target,
    protocol: 'HTTP/1.1',
    headers: [...browser, ...headers],
    remoteAddress: '192.0.2.1',
    remotePort: 40000,
    serverAddress: '127.0.0.1',
    serverPort: 8081,
    serverName: HOST,
  };
  return { head, body, complete: true };
}

const utf8 = (text: string): ByteString => Buffer.from(text, 'utf8').toString('latin1');
