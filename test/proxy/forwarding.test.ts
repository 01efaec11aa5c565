/** What a backend gets: the bytes that were inspected, in framing and headers of our own making. */
import assert from 'node:assert/strict';
import { IncomingMessage, OutgoingMessage } from 'node:http';
import { test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { startBackend } from './helpers/backend.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const H = 'Host: web.test\r\n';
const SMUGGLED = 'GET /admin HTTP/1.1\r\nHost: web.test\r\n\r\n';
const CHUNKED_SMUGGLED = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`;

async function forwarded(proxy: TestProxy, bytes: string): Promise<string> {
  const before = proxy.backend.requests.length;
  const reply = await exchangeRaw(proxy.port, bytes);
  assert.equal(reply.status, 200, reply.bytes);
  assert.equal(proxy.backend.requests.length, before + 1);
  return proxy.backend.requests[before]?.head ?? '';
}

function header(head: string, name: string): string[] {
  const lines = head.split('\r\n').slice(1);
  return lines
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim());
}

test('chunked bodies of any method arrive as one request with a length [F4]', async (t) => {
  const proxy = await startTestProxy(t, { web: stubWaf({}) });
  const methods = ['DELETE', 'OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'PROPFIND'];
  for (const method of methods) {
    const bytes = `${method} /x HTTP/1.1\r\n${H}Transfer-Encoding: ChUnKeD\r\n\r\n${CHUNKED_SMUGGLED}`;
    const before = proxy.backend.requests.length;
    await exchangeRaw(proxy.port, bytes, { quietMs: 300 });
    await until(() => proxy.backend.requests.length > before);
    const request = proxy.backend.requests[before];
    assert.equal(request?.body, SMUGGLED, method);
    assert.deepEqual(header(request?.head ?? '', 'content-length'), [String(SMUGGLED.length)]);
    assert.deepEqual(header(request?.head ?? '', 'transfer-encoding'), []);
  }
  assert.equal(proxy.backend.requests.length, methods.length);
  assert.ok(proxy.backend.requests.every(({ head }) => !head.includes('/admin')));
});

test('lengths are canonical, chunk extensions and trailers are not forwarded [F3, F7, F8]', async (t) => {
  const proxy = await startTestProxy(t);
  const length = await forwarded(
    proxy,
    `POST / HTTP/1.1\r\n${H}Content-Length: 0006\r\n\r\nabcdef`,
  );
  assert.deepEqual(header(length, 'content-length'), ['6']);
  const chunked = `POST / HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\nhi\r\n0\r\nX-T: 1\r\n\r\n`;
  const trailers = await forwarded(proxy, chunked);
  assert.deepEqual(header(trailers, 'content-length'), ['2']);
  assert.deepEqual(header(trailers, 'x-t'), []);
  const none = await forwarded(proxy, rawRequest('/'));
  assert.deepEqual(header(none, 'content-length'), []);
  const post = await forwarded(proxy, rawRequest('/', [], { method: 'POST' }));
  assert.deepEqual(header(post, 'content-length'), ['0']);
});

test('we answer Expect ourselves, after phase 1 [F5]', async (t) => {
  const proxy = await startTestProxy(t);
  const head = `POST / HTTP/1.1\r\n${H}Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n`;
  const reply = await exchangeRaw(proxy.port, [head, 'hi'], { gapMs: 50 });
  assert.match(reply.bytes, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  assert.deepEqual(header(proxy.backend.requests[0]?.head ?? '', 'expect'), []);
  const blocked = await exchangeRaw(proxy.port, head.replace('/', '/?evil'));
  assert.equal(blocked.status, 403);
  assert.equal(proxy.backend.requests.length, 1);
});

test('headers are forwarded in wire order, without an object on the way', async (t) => {
  const proxy = await startTestProxy(t);
  const setHeader = t.mock.method(OutgoingMessage.prototype, 'setHeader');
  const internals = IncomingMessage.prototype as unknown as { readonly _addHeaderLine: () => void };
  const addHeaderLine = t.mock.method(internals, '_addHeaderLine');
  const fields = ['x-b: 1', 'Cookie: a=1', '7: seven', 'X-A: 2', 'cookie: b=2', 'X-B: 3', 'x-a: 4'];
  const head = await forwarded(proxy, rawRequest('/a//b?c', fields));
  assert.match(
    head,
    /^GET \/a\/\/b\?c HTTP\/1\.1\r\nHost: web\.test\r\n(?:Connection: close\r\n)?x-b: 1\r\nx-b: 3\r\nCookie: a=1; b=2\r\n7: seven\r\nX-A: 2\r\nX-A: 4\r\nX-Forwarded-For: /,
  );
  // Of each request Node keeps only what http-proxy must see: a host and a length, which are not sent.
  assert.deepEqual(setHeader.mock.calls.map(({ arguments: [name] }) => name).toSorted(), [
    'content-length',
    'host',
  ]);
  assert.equal(addHeaderLine.mock.callCount(), 0);
});

test('hop-by-hop headers and those that Connection names are not forwarded [H6]', async (t) => {
  const proxy = await startTestProxy(t);
  const head = await forwarded(
    proxy,
    rawRequest('/', [
      'Connection: close, X-Foo',
      'X-Foo: 1',
      'TE: trailers',
      'Keep-Alive: timeout=5',
      'Proxy-Authorization: Basic eA==',
      'Proxy-Connection: keep-alive',
      'Upgrade: h2c',
      'HTTP2-Settings: AAAA',
      'Trailer: X-T',
      'X-Bar: 2',
    ]),
  );
  const dropped = ['x-foo', 'te', 'keep-alive', 'proxy-authorization', 'proxy-connection'];
  for (const name of [...dropped, 'upgrade', 'http2-settings', 'trailer']) {
    assert.deepEqual(header(head, name), [], name);
  }
  assert.deepEqual(header(head, 'x-bar'), ['2']);
});

/** What load balancers and CDNs say of clients, each with an address or a claim that must not arrive. */
const CLAIMS = [
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Server',
  'X-Forwarded-Client-Cert',
  'X-Forwarded',
  'Forwarded',
  'Forwarded-For',
  'True-Client-IP',
  'CF-Connecting-IP',
  'CF-Connecting-IPv6',
  'CF-IPCountry',
  'CF-Visitor',
  'CDN-Connecting-IP',
  'CloudFront-Viewer-Address',
  'CloudFront-Viewer-Country',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'Client-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'X-Azure-ClientIP',
  'X-Envoy-External-Address',
  'X-Originating-IP',
  'X-Remote-IP',
  'X-Remote-Addr',
  'X-Original-URL',
  'X-Original-URI',
  'X-Rewrite-URL',
  'X-Original-Host',
  'X-Original-Forwarded-For',
  'X-Host',
  'Front-End-Https',
  'X-Scheme',
  'X-URL-Scheme',
  'Client-Cert',
  'X-SSL-Client-Cert',
  'SSL-Client-Verify',
  'X-Amzn-Mtls-Clientcert',
  'X-Our-Client',
];
const claims = CLAIMS.map((name) => `${name}: 6.6.6.6`);

test('what is said about the client is said by us [H5]', async (t) => {
  for (const TRUSTED_PROXIES of ['10.0.0.0/8', '']) {
    const environment = { TRUSTED_PROXIES, CLIENT_IP_HEADER: 'X-Our-Client' };
    const proxy = await startTestProxy(t, { environment });
    const lines = [
      'X-Forwarded-Host: api.test',
      'X-Request-Id: 6.6.6.6-6.6.6.6',
      ...(TRUSTED_PROXIES === ''
        ? []
        : [
            'X-Forwarded-For: 6.6.6.6',
            'X-Forwarded-Proto: https',
            'X-Real-IP: 6.6.6.6',
            ...claims,
          ]),
    ];
    const head = await forwarded(proxy, rawRequest('/', lines));
    assert.ok(!head.includes('6.6.6.6'), head);
    assert.deepEqual(header(head, 'x-forwarded-for'), ['127.0.0.1']);
    assert.deepEqual(header(head, 'x-real-ip'), ['127.0.0.1']);
    assert.deepEqual(header(head, 'x-forwarded-host'), ['web.test']);
    assert.deepEqual(header(head, 'x-forwarded-proto'), ['http']);
  }
});

test('without TRUSTED_PROXIES no forwarding header passes either', async (t) => {
  const proxy = await startTestProxy(t);
  const named = claims.filter((line) => !/^(CDN-Connecting-IP|X-Our-Client)/.test(line));
  const head = await forwarded(proxy, rawRequest('/', named));
  assert.equal(named.length, 37);
  assert.ok(!head.includes('6.6.6.6'), head);
});

test('a trusted peer names client, scheme and request id; its forwarding headers pass', async (t) => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1', CLIENT_IP_HEADER: 'X-Our-Client' };
  const proxy = await startTestProxy(t, { environment });
  const id = 'abc-12345678';
  const lines = [
    'X-Forwarded-For: 6.6.6.6, 8.8.8.8',
    'X-Forwarded-Proto: https',
    'X-Real-IP: 6.6.6.6',
    `X-Request-Id: ${id}`,
  ];
  const head = await forwarded(proxy, rawRequest('/', lines));
  assert.deepEqual(header(head, 'x-forwarded-for'), ['8.8.8.8, 127.0.0.1']);
  assert.deepEqual(header(head, 'x-real-ip'), ['8.8.8.8']);
  assert.deepEqual(header(head, 'x-forwarded-proto'), ['https']);
  assert.deepEqual(header(head, 'x-request-id'), [id]);
  const all = await forwarded(proxy, rawRequest('/', claims));
  for (const name of CLAIMS) assert.deepEqual(header(all, name), ['6.6.6.6'], name);
  assert.equal(CLAIMS.length, 39);
  assert.deepEqual(header(all, 'x-real-ip'), ['6.6.6.6']);
});

test('Connection cannot take away what is said about the client [H6]', async (t) => {
  const proxy = await startTestProxy(t, { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const names = ['X-Forwarded-For', 'X-Real-IP', ...CLAIMS.slice(0, -1)];
  for (const name of names) {
    const reply = await exchangeRaw(proxy.port, rawRequest('/', [`Connection: close, ${name}`]));
    assert.equal(reply.status, 400, name);
  }
  assert.equal(names.length, 40);
  assert.equal(proxy.backend.bytes(), '');
});

test('odd header names are inspected and not forwarded [H7]', async (t) => {
  const seen: string[] = [];
  const web = stubWaf({
    phase1: ({ headers }) => {
      seen.push(...headers.map(([name]) => name));
      return undefined;
    },
  });
  const proxy = await startTestProxy(t, { web });
  const names = ['__proto__', 'X_Forwarded_For', 'X.Filename', 'X_Filename', '!x'];
  const plain = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const lines = [...names, ...plain].map((name) => `${name}: ${name}-value`);
  const head = await forwarded(proxy, rawRequest('/', lines));
  for (const name of names) {
    await t.test(rowTitle(name), () => {
      assert.ok(seen.includes(name), name);
      assert.ok(!head.includes(`${name}:`), name);
    });
  }
  for (const name of plain) assert.deepEqual(header(head, name), [`${name}-value`]);
});

test('repeated headers stay repeated, in order', async (t) => {
  const proxy = await startTestProxy(t);
  const head = await forwarded(
    proxy,
    rawRequest('/', ['X-A: 1', 'X-B: b', 'x-a: 2', 'Via: 1.1 a']),
  );
  assert.deepEqual(header(head, 'x-a'), ['1', '2']);
  assert.deepEqual(header(head, 'via'), ['1.1 a']);
  const full = await forwarded(
    proxy,
    rawRequest(
      '/',
      Array.from({ length: 99 }, () => 'X-A: 1'),
    ),
  );
  assert.equal(header(full, 'x-a').length, 99);
});

test('one canonical Host decides, and is what the backend gets [H3]', async (t) => {
  const proxy = await startTestProxy(t);
  const rows = [
    ['web.test', 'web.test'],
    ['WEB.Test', 'web.test'],
    ['Web.Test.', 'web.test'],
    ['WEB.test.:443', 'web.test:443'],
    ['web.test:8080', 'web.test:8080'],
    ['web.test\t', 'web.test'],
  ] as const;
  for (const [host, expected] of rows) {
    const head = await forwarded(proxy, rawRequest('/', [], { host }));
    assert.deepEqual(header(head, 'host'), [expected]);
  }
});

test('an absolute target arrives in origin form, and its authority is the host [H2]', async (t) => {
  const seen: string[] = [];
  const web = stubWaf({
    phase1: ({ target, serverName }) => {
      seen.push(`${serverName} ${target}`);
      return undefined;
    },
  });
  const proxy = await startTestProxy(t, { web });
  const rows = [
    ['http://web.test/a?b=%41', 'web.test', '/a?b=%41', 'web.test'],
    ['HTTP://Web.Test:80/a//b', 'web.test', '/a//b', 'web.test:80'],
    ['http://web.test/', 'web.test:80', '/', 'web.test'],
    ['https://web.test:443/', 'WEB.test.', '/', 'web.test:443'],
    ['http://web.test:8080/x', 'web.test:8080', '/x', 'web.test:8080'],
    ['http://web.test', 'web.test', '/', 'web.test'],
    ['http://web.test?http://api.test/', 'web.test', '/?http://api.test/', 'web.test'],
    ['http://web.test//api.test/x', 'web.test', '//api.test/x', 'web.test'],
  ] as const;
  let ran = 0;
  for (const [target, host, origin, forwardedHost] of rows) {
    const head = await forwarded(proxy, rawRequest(target, [], { host }));
    assert.ok(head.startsWith(`GET ${origin} HTTP/1.1\r\n`), head);
    assert.deepEqual(header(head, 'host'), [forwardedHost]);
    assert.deepEqual(header(head, 'x-forwarded-host'), [forwardedHost]);
    assert.equal(seen.at(-1), `web.test ${target}`, 'rules see the target as it was sent');
    ran += 1;
  }
  assert.equal(ran, 8);
  const records = await proxy.records('access', rows.length);
  assert.deepEqual(
    records.map(({ host, uri }) => `${host} ${uri}`),
    rows.map(([target]) => `web.test ${target}`),
  );
});

test('an absolute target is routed by its path, and HTTP/1.0 needs no Host beside it', async (t) => {
  const other = await startBackend();
  t.after(other.close);
  const paths = { default: ['127.0.0.1:1'], paths: { '/api': [other.address] } };
  const proxy = await startTestProxy(t, {
    environment: { BACKENDS: JSON.stringify({ 'web.test': paths }) },
  });
  const one = await exchangeRaw(proxy.port, rawRequest('http://web.test/api?x'));
  const two = await exchangeRaw(proxy.port, 'GET http://web.test/api HTTP/1.0\r\n\r\n');
  assert.deepEqual([one.status, two.status], [200, 200]);
  assert.deepEqual(
    other.requests.map(({ head }) => /^GET (\S+) /.exec(head)?.[1]),
    ['/api?x', '/api'],
  );
  assert.equal(header(other.requests[1]?.head ?? '', 'host')[0], 'web.test');
});

test('the target arrives byte for byte [H8]', async (t) => {
  const proxy = await startTestProxy(t);
  const targets = [
    '/a/..;/admin',
    '/a%2f..%2fadmin',
    '/%2e%2e/',
    '/%252e%252e/',
    '//admin',
    '//admin//x',
    '/a\\..\\admin',
    '/%00',
    '/a/./b',
    '/a/../b',
    '/a/http:/b',
    '/a/http://b',
    '/?a=b?c=d&&',
    '/??',
    '/;x=1',
    "/x%3F';+or+1=1--",
    '/a//b///c',
    '/?q=%c0%ae%c0%af',
    '/%',
    '/%zz',
    '/a?',
    '/.',
    '/..',
    '/../..',
    '/:80',
    '/@web',
    '/?u=http://[::1',
    '/[::1',
    '/{}',
    '/|',
    '/^`',
    '/"<>',
    '/~',
    '/a=b&c',
    '/*',
    '/?%23',
    '/$',
    '/!',
    "/'",
    '/(',
    '/)',
    '/,',
    '/+',
    '/a+b',
    '/%41',
    '/A',
    '/%2F',
    '/%5c',
    '/\\',
    '/\\\\x',
    '/x;y?z;w',
    '/http://api.test/',
    '/https:/x',
    '/?',
    '/&',
    '/=',
    '//api.test/x',
    '///',
    '/%E2%82%AC',
    '/.%2e/',
  ];
  for (const target of targets) {
    const head = await forwarded(proxy, rawRequest(target));
    assert.equal(head.split(' ')[1], target);
  }
  console.log(`${targets.length} of ${targets.length} odd targets arrived unchanged`);
});

test('HTTP/1.0: no host needs a list with "*"; the response ends with the connection', async (t) => {
  const proxy = await startTestProxy(t, { environment: { PROXY_WEB_HOSTS: '*' } });
  const reply = await exchangeRaw(proxy.port, 'GET /old HTTP/1.0\r\n\r\n', { untilClose: true });
  assert.equal(reply.status, 200);
  assert.ok(reply.closed);
  assert.equal(proxy.backend.requests.length, 1);
});
