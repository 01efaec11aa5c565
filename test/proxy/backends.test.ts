/** Groups, prefixes, turns, health, time-outs and the reuse of connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from './helpers/backend.ts';
import { freePort } from './helpers/free-port.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

/** A port nothing listens on. */
test('a request goes to the longest prefix of its host, or to the fallback', async (t) => {
  const names = ['top', 'api', 'api2', 'other', 'fallback'] as const;
  const backends = await Promise.all(
    names.map((name) =>
      startBackend((_request, socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}`);
      }),
    ),
  );
  const at = (index: number): string[] => [backends[index]?.address ?? ''];
  const proxy = await startTestProxy(t, {
    environment: {
      PROXY_WEB_HOSTS: 'web.test,other.test,none.test',
      BACKENDS: JSON.stringify({
        'web.test': { default: at(0), paths: { '/api': at(1), '/api/v2/': at(2) } },
        'other.test': at(3),
        default: at(4),
      }),
    },
  });
  const rows = [
    ['/', 'web.test', 'top'],
    ['/api', 'web.test', 'api'],
    ['/api?x=/api/v2', 'web.test', 'api'],
    ['/api/', 'web.test', 'api'],
    ['/api/v2', 'web.test', 'api2'],
    ['/api/v2/x', 'web.test', 'api2'],
    ['/api/v20', 'web.test', 'api'],
    ['/apiary', 'web.test', 'top'],
    ['/API', 'web.test', 'top'],
    ['/x', 'other.test', 'other'],
    ['/x', 'none.test', 'fallback'],
  ] as const;
  for (const [target, host, expected] of rows) {
    const reply = await exchangeRaw(proxy.port, rawRequest(target, [], { host }));
    assert.equal(reply.body, expected, `${host}${target}`);
  }
  assert.equal(rows.length, 11);
  await Promise.all(backends.map((backend) => backend.close()));
});

test('a host without entry and default gets the no-backend error', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { BACKENDS: '{"x.test":["127.0.0.1:1"]}' },
  });
  const reply = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(reply.status, 502);
  assert.match(reply.body, /^Bad Gateway: no backend for this host\n/);
});

test('members of a group take turns; one that refuses is passed over', async (t) => {
  const backends = await Promise.all([startBackend(), startBackend(), startBackend()]);
  t.after(() => Promise.all(backends.map((backend) => backend.close())));
  const addresses = backends.map(({ address }) => address);
  const dead = await freePort();
  const proxy = await startTestProxy(t, {
    environment: {
      BACKENDS: JSON.stringify({ default: [...addresses, `127.0.0.1:${dead}`] }),
      BACKEND_FAIL_TIMEOUT: '1',
    },
  });
  for (let n = 0; n < 40; n += 1) {
    const method = n % 2 === 0 ? 'GET' : 'POST';
    const reply = await exchangeRaw(proxy.port, rawRequest('/', [], { method, body: 'abc' }));
    assert.equal(reply.status, 200);
  }
  const counts = backends.map(({ requests }) => requests.length);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    40,
  );
  for (const count of counts) assert.ok(count >= 10 && count <= 20, String(counts));
  const revived = await startBackend(undefined, dead);
  t.after(revived.close);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await until(async () => {
    await exchangeRaw(proxy.port, rawRequest('/'));
    return revived.requests.length === 2;
  });
  assert.equal(revived.requests.length, 2, 'back in its turn');
});

test('attempts at many backends leave no listener with the client', async (t) => {
  const warnings: string[] = [];
  const warned = ({ name, message }: Error): number => warnings.push(`${name}: ${message}`);
  process.on('warning', warned);
  t.after(() => process.off('warning', warned));
  const dead = await freePort();
  const names = Array.from({ length: 12 }, (_, index) => `127.0.0.${index + 1}:${dead}`);
  const proxy = await startTestProxy(t, {
    environment: { BACKENDS: JSON.stringify({ default: names }), ALLOW_UPGRADE: 'on' },
  });
  const handshake = [
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  for (const lines of [[], handshake]) {
    const { status } = await exchangeRaw(proxy.port, rawRequest('/', lines));
    assert.equal(status, 502);
  }
  assert.deepEqual(warnings, []);
});

test('connection failures have the texts of the specification', async (t) => {
  const refused = await startTestProxy(t, {
    environment: { BACKENDS: JSON.stringify({ default: [`127.0.0.1:${await freePort()}`] }) },
  });
  const reply = await exchangeRaw(refused.port, rawRequest('/'));
  assert.equal(reply.status, 502);
  assert.match(reply.body, /^Bad Gateway: dial tcp: connect: connection refused\n/);
  assert.ok(!reply.body.includes('127.0.0.1'));
  const again = await exchangeRaw(refused.port, rawRequest('/'));
  assert.equal(again.status, 502, 'all members down: still tried');
  const unknown = await startTestProxy(t, {
    environment: { BACKENDS: '{"default":["no-such-host.invalid:80"]}' },
  });
  const lookup = await exchangeRaw(unknown.port, rawRequest('/'), { quietMs: 10_000 });
  assert.equal(lookup.status, 502);
  assert.match(lookup.body, /^Bad Gateway: dial tcp: /);
  assert.ok(!lookup.body.includes('no-such-host'));
});

test('a backend that accepts and says nothing: 504 in time, others unaffected [C6]', async (t) => {
  const frozen = await startBackend(() => {});
  const proxy = await startTestProxy(t, { environment: { BACKEND_RESPONSE_TIMEOUT: '0.5' } });
  const slow = await startTestProxy(t, {
    environment: {
      BACKENDS: JSON.stringify({ default: [frozen.address] }),
      BACKEND_RESPONSE_TIMEOUT: '0.5',
    },
  });
  const start = performance.now();
  const [late, fine] = await Promise.all([
    exchangeRaw(slow.port, rawRequest('/', [], { method: 'POST', body: 'abc' })),
    exchangeRaw(proxy.port, rawRequest('/')),
  ]);
  const took = performance.now() - start;
  assert.equal(late.status, 504);
  assert.match(late.body, /^Bad Gateway: response timeout\n/);
  assert.equal(fine.status, 200);
  assert.ok(took >= 490, `${took} ms`);
  console.log(`504 after ${took.toFixed(0)} ms for a limit of 500`);
  assert.equal(frozen.requests.length, 1, 'a POST is not repeated');
  await frozen.close();
});

test('waf_proxy_upstream_up is 0 from a failed connection until one succeeds, also when it is tried again', async (t) => {
  const port = await freePort();
  const environment = {
    BACKENDS: JSON.stringify({ default: [`127.0.0.1:${port}`] }),
    BACKEND_FAIL_TIMEOUT: '0.01',
    ADMIN_PORT: '0',
  };
  const proxy = await startTestProxy(t, { environment });
  const seen: [status: number, up: string | undefined][] = [];
  const send = async (): Promise<void> => {
    const { status } = await exchangeRaw(proxy.port, rawRequest('/'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    seen.push([status, /^waf_proxy_upstream_up\{.*\} (.*)$/m.exec(await proxy.metrics())?.[1]]);
  };
  await send();
  const backend = await startBackend(undefined, port);
  await send();
  await backend.close();
  assert.deepEqual(seen, [
    [502, '0'],
    [200, '1'],
  ]);
});

test('the number of requests in progress per backend is bounded', async (t) => {
  const held: (() => void)[] = [];
  const proxy = await startTestProxy(t, {
    environment: { BACKEND_MAX_REQUESTS: '2' },
    respond: (_request, socket) => {
      held.push(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    },
  });
  const first = [
    exchangeRaw(proxy.port, rawRequest('/1')),
    exchangeRaw(proxy.port, rawRequest('/2')),
  ];
  await until(() => held.length === 2);
  const third = await exchangeRaw(proxy.port, rawRequest('/3'));
  assert.equal(third.status, 503);
  assert.match(third.head, /retry-after/i);
  for (const release of held) release();
  for (const reply of await Promise.all(first)) assert.equal(reply.status, 200);
  proxy.backend.respond = (_request, socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/4'))).status, 200);
});

test('connections the backend closes when idle cost no GET or PUT and repeat no POST [C5]', async (t) => {
  const proxy = await startTestProxy(t, {
    respond: (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      setTimeout(() => socket.destroy(), 5);
    },
  });
  const total = 3000;
  const methods = ['GET', 'PUT', 'POST'] as const;
  const sent = { GET: 0, PUT: 0, POST: 0 };
  const failed = { GET: 0, PUT: 0, POST: 0 };
  const client = async (index: number): Promise<void> => {
    for (let n = index; n < total; n += 8) {
      const method = methods[n % 3] ?? 'GET';
      sent[method] += 1;
      const body = method === 'GET' ? '' : 'abc';
      const reply = await exchangeRaw(proxy.port, rawRequest(`/${n}`, [], { method, body }));
      if (reply.status !== 200) failed[method] += 1;
      await new Promise((resolve) => setTimeout(resolve, n % 9));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => client(index)));
  assert.deepEqual(failed, { GET: 0, PUT: 0, POST: 0 });
  const posts = proxy.backend.requests.filter(({ head }) => head.startsWith('POST'));
  assert.equal(posts.length, sent.POST);
  assert.equal(new Set(posts.map(({ head }) => head.split(' ')[1])).size, sent.POST);
  console.log(
    `${total} requests on closing connections: 0 errors, ${posts.length} POSTs sent once each`,
  );
});

test('a backend killed and restarted under load gives whole responses or 502 [C2]', async (t) => {
  const body = 'x'.repeat(50_000);
  const respond = (_request: unknown, socket: { write: (text: string) => void }): void =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  let backend = await startBackend(respond);
  const { port } = backend;
  const proxy = await startTestProxy(t, {
    environment: {
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${port}`] }),
      BACKEND_FAIL_TIMEOUT: '0',
    },
  });
  const counts = new Map<string, number>();
  let running = true;
  const client = async (): Promise<void> => {
    while (running) {
      const reply = await exchangeRaw(proxy.port, rawRequest('/'));
      const isWhole = reply.status !== 200 || reply.body === body;
      const partial = reply.closed ? 'broken' : 'wrong';
      const kind = isWhole ? String(reply.status) : partial;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  for (let n = 0; n < 8; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await backend.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    backend = await startBackend(respond, port);
  }
  running = false;
  await Promise.all(clients);
  await backend.close();
  console.log('backend killed 8 times:', Object.fromEntries(counts));
  for (const kind of counts.keys()) assert.ok(['200', '502', 'broken'].includes(kind), kind);
  assert.ok((counts.get('200') ?? 0) > 20);
});
