/** Generated exchanges: requests put together from attacks and honest text, answers that give things away. */
import fc, { type Arbitrary } from 'fast-check';
import type { ByteString } from '../../runtime/engine/byte-string.ts';
import type { Header } from '../../runtime/engine/compiled-waf.ts';
import type { HttpRequest, HttpResponse } from '../helpers/http-block.ts';
import { HEADER_NAMES, NAMES, PAGES } from './fragments.ts';
import { type Body, bodies } from './generate-body.ts';
import { texts, words } from './generate-text.ts';
import type { Exchange } from './observe.ts';

const METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'PROPFIND', 'get'] as const;
const PROTOCOLS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'JUNK'] as const;

const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: texts },
);

const targets: Arbitrary<ByteString> = fc
  .tuple(
    fc.array(texts, { maxLength: 3 }),
    fc.array(fc.tuple(names, fc.constantFrom('=', '=', '=', ''), texts), { maxLength: 5 }),
    fc.constantFrom('&', '&', '&', ';'),
  )
  .map(([segments, pairs, separator]) => {
    const query = pairs.map((pair) => pair.join('')).join(separator);
    return `/${segments.join('/')}${query === '' ? '' : `?${query}`}`;
  });

const cookies: Arbitrary<readonly Header[]> = fc
  .array(fc.tuple(names, texts), { maxLength: 3 })
  .map((pairs) =>
    pairs.length === 0
      ? []
      : [['Cookie', pairs.map(([name, value]) => `${name}=${value}`).join('; ')]],
  );

const otherHeaders: Arbitrary<readonly Header[]> = fc.array(
  fc.tuple(fc.constantFrom(...HEADER_NAMES), texts),
  { maxLength: 3 },
);

const agents = fc.oneof(fc.constant('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'), texts);
const hosts = fc.constantFrom(
  'www.example.org',
  'www.example.org',
  'localhost:8080',
  '192.0.2.7',
  '',
);

const requests: Arbitrary<HttpRequest> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: targets,
    protocol: fc.constantFrom(...PROTOCOLS),
    host: hosts,
    agent: agents,
    cookies,
    otherHeaders,
    body: bodies,
  })
  .map(({ method, target, protocol, host, agent, cookies, otherHeaders, body }) => ({
    head: {
      method,
      target,
      protocol,
      headers: [
        ['Host', host],
        ['User-Agent', agent],
        ['Accept', '*/*'],
        ...cookies,
        ...otherHeaders,
        ...bodyHeaders(body),
      ],
      remoteAddress: '192.0.2.1',
      remotePort: 40000,
      serverAddress: '198.51.100.1',
      serverPort: 80,
      serverName: host,
    },
    body: body.text,
  }));

function bodyHeaders({ type, text }: Body): readonly Header[] {
  const length: readonly Header[] = text === '' ? [] : [['Content-Length', String(text.length)]];
  return type === undefined ? length : [['Content-Type', type], ...length];
}

const responses: Arbitrary<HttpResponse> = fc
  .record({
    status: fc.constantFrom(200, 200, 200, 302, 404, 500, 503),
    type: fc.constantFrom('text/html', 'text/html; charset=utf-8', 'application/json', 'image/png'),
    encoding: fc.constantFrom<readonly Header[]>([], [], [], [['Content-Encoding', 'gzip']]),
    page: fc.array(fc.oneof(fc.constantFrom(...PAGES), words), { maxLength: 4 }),
  })
  .map(({ status, type, encoding, page }) => ({
    head: { status, protocol: 'HTTP/1.1', headers: [['Content-Type', type], ...encoding] },
    body: page.join('\n'),
  }));

export const exchanges: Arbitrary<Exchange> = fc.record({
  request: requests,
  response: responses,
  mode: fc.constantFrom('On', 'DetectionOnly'),
});
