/** Generated requests: hostile ones, put together from attacks and honest text, and calm ones. */
import fc, { type Arbitrary } from 'fast-check';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import type { HttpRequest } from '../helpers/http-block.ts';
import { HEADER_NAMES, NAMES } from './fragments.ts';
import { type Body, bodies } from './generate-body.ts';
import { texts } from './generate-text.ts';

type Parts = {
  readonly method: string;
  readonly target: ByteString;
  readonly protocol: string;
  readonly host: ByteString;
  readonly agent: ByteString;
  readonly headers: readonly Header[];
  readonly body: Body;
};

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
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

const agents = fc.oneof(fc.constant(BROWSER), texts);
const hosts = fc.constantFrom(
  'www.example.org',
  'www.example.org',
  'localhost:8080',
  '192.0.2.7',
  '',
);

const hostile: Arbitrary<Parts> = fc.record({
  method: fc.constantFrom(...METHODS),
  target: targets,
  protocol: fc.constantFrom(...PROTOCOLS),
  host: hosts,
  agent: agents,
  headers: fc.tuple(cookies, otherHeaders).map((lists) => lists.flat()),
  body: bodies,
});

const calmWords = fc.constantFrom('hello', '42', 'blue', 'true', '2026', 'x', 'Berlin');

/** What browsers send: no rule, or few, have anything to say. */
const calm: Arbitrary<Parts> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('id', 'q', 'page', 'lang'), calmWords), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([pairs, isPost]) => {
    const fields = pairs.map((pair) => pair.join('=')).join('&');
    const body = { type: 'application/x-www-form-urlencoded', text: fields };
    return {
      method: isPost ? 'POST' : 'GET',
      target: isPost || fields === '' ? '/items' : `/items?${fields}`,
      protocol: 'HTTP/1.1',
      host: 'www.example.org',
      agent: BROWSER,
      headers: [['Accept-Language', 'en']],
      body: isPost && fields !== '' ? body : { type: undefined, text: '' },
    };
  });

/** One in five is calm. */
export const requests: Arbitrary<HttpRequest> = fc
  .oneof({ weight: 4, arbitrary: hostile }, { weight: 1, arbitrary: calm })
  .map(requestOf);

/** Returns a request of which only the body may have something for rules. */
export function postOf(body: Body): HttpRequest {
  return requestOf({
    method: 'POST',
    target: '/items',
    protocol: 'HTTP/1.1',
    host: 'www.example.org',
    agent: BROWSER,
    headers: [],
    body,
  });
}

function requestOf({ method, target, protocol, host, agent, headers, body }: Parts): HttpRequest {
  return {
    head: {
      method,
      target,
      protocol,
      headers: [
        ['Host', host],
        ['User-Agent', agent],
        ['Accept', '*/*'],
        ...headers,
        ...bodyHeaders(body),
      ],
      remoteAddress: '192.0.2.1',
      remotePort: 40000,
      serverAddress: '198.51.100.1',
      serverPort: 80,
      serverName: host,
    },
    body: body.text,
  };
}

function bodyHeaders({ type, text }: Body): readonly Header[] {
  const length: readonly Header[] = text === '' ? [] : [['Content-Length', String(text.length)]];
  return type === undefined ? length : [['Content-Type', type], ...length];
}
