/** Several messages on one connection, and messages in pieces. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const H = 'Host: web.test\r\n';

test('pipelined requests run one at a time and are answered in order [L5]', async (t) => {
  let inFlight = 0;
  let most = 0;
  const proxy = await startTestProxy(t, {
    respond: ({ head }, socket) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      const n = /\/([0-9]+) /.exec(head)?.[1] ?? '';
      setTimeout(() => {
        inFlight -= 1;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${n.length}\r\n\r\n${n}`);
      }, 1);
    },
  });
  const count = 200;
  const requests = Array.from({ length: count }, (_, n) =>
    rawRequest(`/${n}`, n === count - 1 ? ['Connection: close'] : []),
  ).join('');
  const reply = await exchangeRaw(proxy.port, requests, { untilClose: true });
  const bodies = [...reply.bytes.matchAll(/\r\n\r\n([0-9]+)/g)].map(([, n]) => Number(n));
  assert.deepEqual(
    bodies,
    Array.from({ length: count }, (_, n) => n),
  );
  assert.equal(most, 1);
});

test('garbage after a request does not replace its response [F9]', async (t) => {
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'), 30);
    },
  });
  for (const garbage of [
    'GARBAGE\r\n\r\n',
    '\0\0\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'x'.repeat(100),
  ]) {
    const reply = await exchangeRaw(proxy.port, rawRequest('/1') + garbage, { untilClose: true });
    assert.match(reply.bytes, /^HTTP\/1\.1 200 OK/);
    assert.equal(reply.bytes.match(/HTTP\/1\.1 /g)?.length, 1);
    assert.match(reply.body, /hello$/);
    assert.ok(reply.closed);
  }
});

test('garbage behind a request whose response is outstanding is inspected and recorded [F9]', async (t) => {
  const targets: string[] = [];
  const web = stubWaf({
    phase1: ({ method, target }) => {
      targets.push(`${method} ${target}`);
      return undefined;
    },
    settings: { auditEngine: 'On' },
  });
  const proxy = await startTestProxy(t, {
    web,
    respond: (_request, socket) => {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'), 60);
    },
  });
  const post = rawRequest('/p', [], { method: 'POST', body: 'a=b' });
  const rows = [
    [[`${rawRequest('/1')}BAD /2 HTTP/1.1\r\n${H}\r\n`], 'BAD /2', 'invalid method'],
    [[rawRequest('/1'), `BAD /3 HTTP/1.1\r\n${H}\r\n`], 'BAD /3', 'invalid method'],
    [[`${post}\r\nGET /4 HTTP/9.9\r\n${H}\r\n`], 'a=b ', 'invalid protocol version'],
    [[`${rawRequest('/1')}GET /5 HTTP/1.1\r\nX: \0`], 'GET /5', 'invalid header'],
  ] as const;
  for (const [parts] of rows) await exchangeRaw(proxy.port, parts, { untilClose: true, gapMs: 20 });
  const records = await proxy.records('access', 2 * rows.length);
  assert.deepEqual(
    records.filter(({ status }) => status === 0).map(({ reason, detail }) => [reason, detail]),
    rows.map(([, , detail]) => ['protocol', detail]),
  );
  assert.deepEqual(
    targets.filter((target) => !/ \/[1p]$/.test(target)),
    rows.map(([, found]) => found),
  );
  assert.equal((await proxy.records('audit', 2 * rows.length)).length, 2 * rows.length);
  assert.equal(proxy.backend.requests.length, rows.length);
});

test('a cut at any byte changes nothing [P8]', async (t) => {
  const proxy = await startTestProxy(t);
  const seeds: readonly [string, number][] = [
    [rawRequest('/a?b=c', ['X-A: b']), 200],
    [rawRequest('/?q=evil'), 403],
    [rawRequest('/', [], { method: 'POST', body: 'x=evil' }), 403],
    [
      `POST / HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\n3\r\nx=e\r\n3\r\nvil\r\n0\r\n\r\n`,
      403,
    ],
    // No parser knows the method: that is a fault of the protocol, whatever rules say of the path.
    [`FOO /evil HTTP/1.1\r\n${H}\r\n`, 400],
    [`GET / HTTP/1.1\r\n${H}X: a\0b\r\n\r\n`, 400],
  ];
  let ran = 0;
  for (const [bytes, status] of seeds) {
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const reply = await exchangeRaw(proxy.port, [bytes.slice(0, cut), bytes.slice(cut)]);
      assert.equal(
        reply.status,
        status,
        `cut at ${cut} of ${JSON.stringify(bytes)}: ${reply.bytes}`,
      );
      ran += 1;
    }
  }
  assert.equal(seeds.length, 6);
  console.log(`${ran} cuts, the same verdict each time`);
});

test('hundreds of clients that send a byte now and then are cut off in time [L6]', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { HEADERS_TIMEOUT: '1', REQUEST_TIMEOUT: '1' },
  });
  const slow = 300;
  const start = performance.now();
  const bytes = rawRequest('/', ['X-A: b']);
  const clients = Array.from({ length: slow }, () =>
    exchangeRaw(proxy.port, [...bytes], { gapMs: 200, untilClose: true, quietMs: 5000 }),
  );
  const latencies: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const before = performance.now();
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
    latencies.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const replies = await Promise.all(clients);
  const seconds = (performance.now() - start) / 1000;
  assert.ok(replies.every(({ status, closed }) => closed && [408, 0].includes(status)));
  assert.equal(proxy.backend.requests.length, 20);
  const worst = Math.max(...latencies).toFixed(0);
  console.log(
    `${slow} slow clients gone after ${seconds.toFixed(1)} s; others answered within ${worst} ms`,
  );
});

test('connections over the limit are closed with one warning, and with another when that happens again', async (t) => {
  const proxy = await startTestProxy(t, { environment: { MAX_CONNECTIONS: '2' } });
  const warnings = (): readonly string[] =>
    proxy.warnings.filter((line) => line.startsWith('MAX_CONNECTIONS'));
  const line = 'MAX_CONNECTIONS: 2 connections are open; further ones are closed.';
  for (const times of [1, 2]) {
    const held = [0, 1].map(() => connect({ port: proxy.port, host: '127.0.0.1' }));
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    for (let n = 0; n < 3; n += 1) {
      const reply = await exchangeRaw(proxy.port, rawRequest('/'), { untilClose: true });
      assert.equal(reply.status, 0);
      assert.ok(reply.closed);
    }
    assert.deepEqual(warnings(), Array(times).fill(line));
    for (const socket of held) socket.destroy();
    await until(async () => (await exchangeRaw(proxy.port, rawRequest('/'))).status === 200);
  }
});
