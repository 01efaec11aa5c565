/** WebSocket handshakes: the same gate, filters and rules; then bytes both ways (docs/spec/http.md#framing). */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Responder } from './helpers/backend.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { DENY, stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const ON = { ALLOW_UPGRADE: 'on' };
const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Accepts and sends back whatever comes, behind "> ". */
const ECHO: Responder = ({ head }, socket) => {
  if (!/upgrade: websocket/i.test(head)) {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain');
    return;
  }
  socket.removeAllListeners('data');
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\nearly',
  );
  socket.on('data', (chunk) => socket.write(`> ${chunk.toString('latin1')}`));
};

/** Sends the handshake, then each line when something has come back; returns all bytes. */
function talk(port: number, request: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let bytes = '';
    const left = [...lines];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const timer = setTimeout(() => socket.destroy(), 1000);
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      const next = left.shift();
      if (next !== undefined) socket.write(next);
      else setTimeout(() => socket.end(), 50);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(bytes);
    });
  });
}

test('a handshake that passes becomes a tunnel', async (t) => {
  const proxy = await startTestProxy(t, { environment: ON, respond: ECHO });
  const bytes = await talk(proxy.port, rawRequest('/chat?x=1', HANDSHAKE), ['one', 'two']);
  assert.match(bytes, /^HTTP\/1\.1 101 Switching Protocols\r\n/);
  assert.match(bytes, /\r\nSec-WebSocket-Accept: x\r\n/);
  assert.match(bytes, /\r\n\r\nearly> one> two$/);
  const head = proxy.backend.requests[0]?.head ?? '';
  assert.match(head, /^GET \/chat\?x=1 HTTP\/1\.1\r\n/);
  assert.match(head, /\r\nConnection: Upgrade\r\n/);
  assert.match(head, /\r\nUpgrade: websocket(\r\n|$)/);
  assert.match(head, /\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==(\r\n|$)/);
  assert.match(head, /\r\nX-Forwarded-For: 127\.0\.0\.1(\r\n|$)/);
  await until(() => proxy.backend.open() === 0);
  assert.equal(proxy.backend.open(), 0, 'both sides are closed');
  const [record] = await proxy.records('access');
  assert.equal(record?.['status'], 101);
});

test('refused handshakes do not reach the backend [F12]', async (t) => {
  const proxy = await startTestProxy(t, { environment: ON, respond: ECHO });
  const with_ = (line: string, ...removed: string[]): string[] => [
    ...HANDSHAKE.filter((header) => !removed.some((name) => header.startsWith(name))),
    line,
  ];
  const rows: readonly (readonly [name: string, bytes: string, status: number])[] = [
    ['attack in the query', rawRequest('/?x=evil', HANDSHAKE), 403],
    ['two protocols', rawRequest('/', with_('Upgrade: websocket, h2c', 'Upgrade')), 501],
    [
      'version 12',
      rawRequest('/', with_('Sec-WebSocket-Version: 12', 'Sec-WebSocket-Version')),
      400,
    ],
    ['no key', rawRequest('/', with_('X: y', 'Sec-WebSocket-Key')), 400],
    ['a body', rawRequest('/', HANDSHAKE, { body: 'x' }), 400],
    ['POST', rawRequest('/', HANDSHAKE, { method: 'POST' }), 400],
    [
      'smuggled behind',
      `${rawRequest('/', HANDSHAKE)}GET /admin HTTP/1.1\r\nHost: web.test\r\n\r\n`,
      400,
    ],
    ['unknown host', rawRequest('/', HANDSHAKE, { host: 'other.test' }), 403],
    ['two hosts', rawRequest('/', [...HANDSHAKE, 'Host: api.test']), 400],
  ];
  for (const [name, bytes, status] of rows) {
    const reply = await exchangeRaw(proxy.port, bytes, { untilClose: true });
    assert.equal(reply.status, status, `${name}: ${reply.bytes}`);
    assert.ok(reply.closed, name);
    // The version that would be accepted (RFC 6455 section 4.2.2).
    const isNamed = reply.bytes.includes('\r\nSec-WebSocket-Version: 13\r\n');
    assert.equal(isNamed, name === 'version 12', name);
    assert.equal(proxy.backend.bytes(), '', name);
  }
  assert.equal((await proxy.records('access', rows.length)).length, rows.length);
  const off = await startTestProxy(t, { respond: ECHO });
  const reply = await exchangeRaw(off.port, rawRequest('/', HANDSHAKE), { untilClose: true });
  assert.equal(reply.status, 501);
  assert.equal(off.backend.bytes(), '');
});

const H2C = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
];

test('offers of other protocols are ignored, whether upgrades are on or off', async (t) => {
  const rows: readonly (readonly [name: string, bytes: string])[] = [
    ['h2c', rawRequest('/one', H2C)],
    ['h2c with a body', rawRequest('/one', H2C, { method: 'POST', body: 'x=1' })],
    [
      'h2c, chunked',
      `${rawRequest('/one', ['Transfer-Encoding: chunked', ...H2C])}3\r\nx=1\r\n0\r\n\r\n`,
    ],
    ['TLS', rawRequest('/one', ['Connection: upgrade', 'Upgrade: TLS/1.0'])],
    [
      'a list',
      rawRequest('/one', ['Connection: Upgrade', 'Upgrade: HTTP/2.0, SHTTP/1.3, IRC/6.9']),
    ],
    ['two lines', rawRequest('/one', ['Connection: Upgrade', 'Upgrade: h2c', 'Upgrade: foo/2'])],
    ['HTTP/1.0', rawRequest('/one', HANDSHAKE).replace('HTTP/1.1', 'HTTP/1.0')],
  ];
  for (const environment of [ON, {}]) {
    const proxy = await startTestProxy(t, { environment, respond: ECHO });
    for (const [name, bytes] of rows) {
      const reply = await exchangeRaw(proxy.port, bytes);
      assert.equal(reply.status, 200, `${name}: ${reply.bytes}`);
      const { head = '', body } = proxy.backend.requests.at(-1) ?? {};
      assert.match(head, / \/one HTTP\/1\.1\r\n/, name);
      assert.doesNotMatch(head, /upgrade|http2-settings/i, name);
      assert.equal(body, /x=1/.test(bytes) ? 'x=1' : '', name);
    }
    assert.equal(proxy.backend.requests.length, 7);
    const blocked = await exchangeRaw(proxy.port, rawRequest('/?x=evil', H2C));
    assert.equal(blocked.status, 403);
    assert.equal((await proxy.records('access', 8)).length, 8);
  }
});

test('a connection continues after an offer, unless bytes after it were lost', async (t) => {
  const proxy = await startTestProxy(t, { respond: ECHO });
  const reply = (bytes: readonly string[], replies = 1) =>
    exchangeRaw(proxy.port, bytes, { untilClose: true, gapMs: 100, quietMs: 500, replies });
  const one = await reply(
    [rawRequest('/one', H2C), rawRequest('/two', H2C), rawRequest('/three')],
    3,
  );
  assert.equal(one.bytes.split('HTTP/1.1 200 OK').length - 1, 3);
  assert.equal(one.closed, false);
  const halves = [rawRequest('/four', H2C).slice(0, 30), rawRequest('/four', H2C).slice(30)];
  assert.equal((await reply(halves)).closed, false);
  const cut = rawRequest('/six', ['X: GET /seven HTTP/1.1']);
  const behind = await reply([rawRequest('/five', H2C) + cut.slice(0, 33), cut.slice(33)]);
  assert.equal(behind.bytes.split('HTTP/1.1 ').length - 1, 1);
  assert.match(behind.head, /\r\nconnection: close/i);
  assert.ok(behind.closed);
  const targets = proxy.backend.requests.map(({ head }) => head.split(' ')[1]);
  assert.deepEqual(targets, ['/one', '/two', '/three', '/four', '/five']);
});

test('a response other than 101 leaves no connection to the backend open', async (t) => {
  const responses = [
    'HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope',
    'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nnope\r\n0\r\n\r\n',
    'HTTP/1.1 426 Upgrade Required\r\nUpgrade: h2c\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n\r\n',
  ];
  const proxy = await startTestProxy(t, { environment: ON });
  let ran = 0;
  for (const bytes of responses) {
    proxy.backend.respond = (_request, socket) => socket.write(bytes);
    const reply = await exchangeRaw(proxy.port, rawRequest('/', HANDSHAKE), { untilClose: true });
    assert.equal(String(reply.status), bytes.slice(9, 12));
    await until(() => proxy.backend.open() === 0);
    assert.equal(proxy.backend.open(), 0, bytes);
    ran += 1;
  }
  assert.equal(ran, 4);
});

test('a response other than 101 is passed on, and the connection closed', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: ON,
    respond: (_request, socket) =>
      socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope'),
  });
  const reply = await exchangeRaw(proxy.port, rawRequest('/', HANDSHAKE), { untilClose: true });
  assert.equal(reply.status, 403);
  assert.equal(reply.body, 'nope');
  assert.ok(reply.closed);
});

test('a dead backend is 502, phase 3 may stop the switch', async (t) => {
  const dead = await startTestProxy(t, {
    environment: { ...ON, BACKENDS: '{"default":["127.0.0.1:1"]}' },
  });
  const reply = await exchangeRaw(dead.port, rawRequest('/', HANDSHAKE), { untilClose: true });
  assert.equal(reply.status, 502);
  const web = stubWaf({ phase3: ({ status }) => (status === 101 ? DENY : undefined) });
  const proxy = await startTestProxy(t, { environment: ON, respond: ECHO, web });
  const blocked = await exchangeRaw(proxy.port, rawRequest('/', HANDSHAKE), { untilClose: true });
  assert.equal(blocked.status, 403);
  assert.match(blocked.body, /^Response blocked by WAF\n/);
});

test('a silent tunnel ends, and so do all when the proxy stops', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { ...ON, BACKEND_IDLE_TIMEOUT: '0.3' },
    respond: ECHO,
  });
  const start = performance.now();
  const closed = await new Promise<number>((resolve) => {
    const socket = connect(proxy.port, '127.0.0.1', () => socket.write(rawRequest('/', HANDSHAKE)));
    socket.resume();
    socket.on('close', () => resolve(performance.now() - start));
  });
  assert.ok(closed > 250, `${closed} ms`);
  const other = await startTestProxy(t, { environment: ON, respond: ECHO });
  const ended = new Promise<void>((resolve) => {
    const socket = connect(other.port, '127.0.0.1', () => socket.write(rawRequest('/', HANDSHAKE)));
    socket.once('data', () => other.stop());
    socket.resume();
    socket.on('close', () => resolve());
  });
  await ended;
});

test('an upgrade directly after another request is answered in order', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: ON,
    respond: (request, socket) => {
      if (/upgrade: websocket/i.test(request.head)) ECHO(request, socket);
      else setTimeout(() => ECHO(request, socket), 50);
    },
  });
  const rows: readonly (readonly [second: string, answer: RegExp])[] = [
    [rawRequest('/', HANDSHAKE), /plainHTTP\/1\.1 101 [\s\S]*\r\n\r\nearly$/],
    ['CONNECT a:1 HTTP/1.1\r\nHost: web.test\r\n\r\n', /plainHTTP\/1\.1 405 /],
  ];
  for (const [second, answer] of rows) {
    const reply = await exchangeRaw(proxy.port, rawRequest('/') + second, {
      untilClose: true,
      quietMs: 500,
      replies: 2,
    });
    assert.match(reply.bytes, answer);
  }
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
});

/** Sends bytes, and goes as soon as the backend has one more request. */
async function leaveUnanswered({ port, backend }: TestProxy, bytes: string): Promise<void> {
  const before = backend.requests.length;
  const socket = connect(port, '127.0.0.1');
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  socket.write(bytes, 'latin1');
  await until(() => backend.requests.length > before);
  socket.destroy();
  assert.equal(received, 0);
}

test('a client that disconnects before its upgrade begins leaves no resources open', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { ...ON, ADMIN_PORT: '0', BACKEND_RESPONSE_TIMEOUT: '1' },
    respond: () => {},
  });
  for (let n = 0; n < 10; n += 1) {
    const bytes = rawRequest('/') + rawRequest('/', HANDSHAKE);
    await leaveUnanswered(proxy, bytes);
  }
  await until(() => proxy.backend.open() === 0);
  assert.equal(proxy.backend.open(), 0);
  assert.equal(proxy.backend.requests.length, 10, 'no handshake was forwarded');
  assert.match(await proxy.metrics(), /^waf_proxy_upstream_in_flight\{[^}]*\} 0$/m);
  assert.match(await proxy.metrics(), /^waf_proxy_requests_in_flight 0$/m);
});

test('a 101 that does not switch to WebSocket is 502', async (t) => {
  const proxy = await startTestProxy(t, { environment: ON });
  const lines = [
    '',
    'Upgrade: h2c',
    'Upgrade: websocket\r\nUpgrade: h2c',
    'Upgrade: websocket, h2c',
  ];
  let ran = 0;
  for (const line of lines) {
    for (const connection of ['', 'Connection: Upgrade\r\n']) {
      const header = line === '' ? '' : `${line}\r\n`;
      proxy.backend.respond = (_request, socket) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${connection}${header}\r\nearly`);
      };
      const reply = await exchangeRaw(proxy.port, rawRequest('/', HANDSHAKE), { untilClose: true });
      assert.equal(reply.status, 502, `${connection}${line}: ${reply.bytes}`);
      assert.match(reply.body, /^Bad Gateway: malformed response: unexpected 101\n/);
      ran += 1;
    }
  }
  await until(() => proxy.backend.open() === 0);
  assert.equal(proxy.backend.open(), 0);
  assert.equal(ran, 8);
});

test('a 101 with too many header fields is 502', async (t) => {
  const proxy = await startTestProxy(t, { environment: ON });
  for (const [count, status] of [
    [998, 101],
    [999, 502],
  ] as const) {
    proxy.backend.respond = (_request, socket) => {
      const fields = 'a: b\r\n'.repeat(count);
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${fields}\r\n`,
      );
    };
    const reply = await exchangeRaw(proxy.port, rawRequest('/', HANDSHAKE), { untilClose: true });
    assert.equal(reply.status, status, `${count}: ${reply.body}`);
  }
});

test('a long answer to a handshake that is declined arrives whole', async (t) => {
  const body = 'x'.repeat(5_000_000);
  const proxy = await startTestProxy(t, {
    environment: ON,
    respond: (_request, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  });
  const reply = await exchangeRaw(proxy.port, rawRequest('/', HANDSHAKE), { untilClose: true });
  assert.equal(reply.body.length, body.length);
});

test('a client that disconnects during the handshake leaves no resources open', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { ...ON, ADMIN_PORT: '0' },
    respond: () => {},
  });
  for (let n = 0; n < 10; n += 1) {
    await leaveUnanswered(proxy, rawRequest('/', HANDSHAKE));
  }
  await until(() => proxy.backend.open() === 0);
  assert.equal(proxy.backend.open(), 0);
  assert.match(await proxy.metrics(), /^waf_proxy_upstream_in_flight\{[^}]*\} 0$/m);
  assert.match(await proxy.metrics(), /^waf_proxy_requests_in_flight 0$/m);
});
