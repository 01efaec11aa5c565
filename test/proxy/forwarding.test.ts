/** What a backend gets: the bytes that were inspected, in framing and headers of our own making. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';

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

test('F4: chunked bodies of any method arrive as one request with a length', async (t) => {
  const proxy = await startTestProxy(t, { web: stubWaf({}) });
  const methods = ['DELETE', 'OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'PROPFIND'];
  for (const method of methods) {
    const bytes = `${method} /x HTTP/1.1\r\n${H}Transfer-Encoding: ChUnKeD\r\n\r\n${CHUNKED_SMUGGLED}`;
    await exchangeRaw(proxy.port, bytes, { quietMs: 300 });
    const request = proxy.backend.requests.at(-1);
    assert.equal(request?.body, SMUGGLED, method);
    assert.deepEqual(header(request?.head ?? '', 'content-length'), [String(SMUGGLED.length)]);
    assert.deepEqual(header(request?.head ?? '', 'transfer-encoding'), []);
  }
  assert.equal(proxy.backend.requests.length, methods.length);
  assert.ok(proxy.backend.requests.every(({ head }) => !head.includes('/admin')));
});

test('F3, F7, F8: lengths are canonical, chunk extensions and trailers stay behind', async (t) => {
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

test('F5: we answer Expect ourselves, after phase 1', async (t) => {
  const proxy = await startTestProxy(t);
  const head = `POST / HTTP/1.1\r\n${H}Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n`;
  const reply = await exchangeRaw(proxy.port, [head, 'hi'], { gapMs: 50 });
  assert.match(reply.bytes, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  assert.deepEqual(header(proxy.backend.requests[0]?.head ?? '', 'expect'), []);
  const blocked = await exchangeRaw(proxy.port, head.replace('/', '/?evil'));
  assert.equal(blocked.status, 403);
  assert.equal(proxy.backend.requests.length, 1);
});

test('H6: hop-by-hop headers and those Connection names stay behind', async (t) => {
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

test('H5: what is said about the client is said by us', async (t) => {
  const proxy = await startTestProxy(t, { environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const head = await forwarded(
    proxy,
    rawRequest('/', [
      'X-Forwarded-For: 6.6.6.6',
      'X-Forwarded-Host: api.test',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Port: 1',
      'Forwarded: for=6.6.6.6',
      'X-Real-IP: 6.6.6.6',
      'True-Client-IP: 6.6.6.6',
      'CF-Connecting-IP: 6.6.6.6',
      'CDN-Connecting-IP: 6.6.6.6',
      'X-Client-IP: 6.6.6.6',
      'X-Cluster-Client-IP: 6.6.6.6',
      'X-Request-Id: 6.6.6.6-6.6.6.6',
    ]),
  );
  assert.ok(!head.includes('6.6.6.6'));
  assert.deepEqual(header(head, 'x-forwarded-for'), ['127.0.0.1']);
  assert.deepEqual(header(head, 'x-real-ip'), ['127.0.0.1']);
  assert.deepEqual(header(head, 'x-forwarded-host'), ['web.test']);
  assert.deepEqual(header(head, 'x-forwarded-proto'), ['http']);
  assert.deepEqual(header(head, 'x-forwarded-port'), []);
});

test('a trusted peer names client, scheme and request id', async (t) => {
  const proxy = await startTestProxy(t, { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const id = 'abc-12345678';
  const lines = [
    'X-Forwarded-For: 9.9.9.9, 8.8.8.8',
    'X-Forwarded-Proto: https',
    `X-Request-Id: ${id}`,
  ];
  const head = await forwarded(proxy, rawRequest('/', lines));
  assert.deepEqual(header(head, 'x-forwarded-for'), ['9.9.9.9, 127.0.0.1']);
  assert.deepEqual(header(head, 'x-forwarded-proto'), ['https']);
  assert.deepEqual(header(head, 'x-request-id'), [id]);
});

test('H7: odd header names are inspected and not forwarded', async (t) => {
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
    assert.ok(seen.includes(name), name);
    assert.ok(!head.includes(`${name}:`), name);
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

test('H3: one canonical Host decides, and is what the backend gets', async (t) => {
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

test('H8: the target arrives byte for byte', async (t) => {
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

test('HTTP/1.0: no host needs a list with "*"; the answer ends with the connection', async (t) => {
  const proxy = await startTestProxy(t, { environment: { PROXY_WEB_HOSTS: '*' } });
  const reply = await exchangeRaw(proxy.port, 'GET /old HTTP/1.0\r\n\r\n', { untilClose: true });
  assert.equal(reply.status, 200);
  assert.ok(reply.closed);
  assert.equal(proxy.backend.requests.length, 1);
});
