/** Weights, the fewest requests in progress, health checks, slow start and retries: counted on real sockets. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { HELLO, type Responder, startBackend, type TestBackend } from './helpers/backend.ts';
import { freePort } from './helpers/free-port.ts';
import { exchangeRaw, type RawReply, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

async function backends(
  t: TestContext,
  count: number,
  respond?: Responder,
): Promise<readonly TestBackend[]> {
  const started = await Promise.all(Array.from({ length: count }, () => startBackend(respond)));
  t.after(() => Promise.all(started.map((backend) => backend.close())));
  return started;
}

function group(members: readonly TestBackend[], parameters: readonly string[] = []): string {
  const entries = members.map(({ address }, index) => `${address} ${parameters[index] ?? ''}`);
  return JSON.stringify({ default: entries });
}

const get = (proxy: TestProxy): Promise<RawReply> => exchangeRaw(proxy.port, rawRequest('/'));

const counts = (members: readonly TestBackend[]): readonly number[] =>
  members.map(({ requests }) => requests.length);

async function send(proxy: TestProxy, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) assert.equal((await get(proxy)).status, 200);
}

test('each backend gets its weight of the requests, exactly', async (t) => {
  const members = await backends(t, 3);
  const BACKENDS = group(members, ['weight=5', 'weight=3', '']);
  const proxy = await startTestProxy(t, { environment: { BACKENDS, ADMIN_PORT: '0' } });
  await send(proxy, 36);
  assert.deepEqual(counts(members), [20, 12, 4]);
  const text = await proxy.metrics();
  for (const [index, weight] of [5, 3, 1].entries()) {
    const upstream = members[index]?.address ?? '';
    assert.ok(text.includes(`waf_proxy_upstream_weight{upstream="${upstream}"} ${weight}\n`));
  }
});

/** Answers a request for `/slow` when it is released. */
function slowResponder(): { readonly respond: Responder; readonly release: () => void } {
  const waiting: Socket[] = [];
  return {
    respond: (request, socket) => {
      if (request.head.startsWith('GET /slow')) waiting.push(socket);
      else HELLO(request, socket);
    },
    release: () => {
      for (const socket of waiting.splice(0))
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    },
  };
}

test('least: a backend with open requests gets no more until the others have as many', async (t) => {
  const slow = slowResponder();
  const members = await backends(t, 2, slow.respond);
  const BACKENDS = group(members, ['weight=2', '']);
  const environment = { BACKENDS, BACKEND_BALANCE: 'least' };
  const proxy = await startTestProxy(t, { environment });
  const open: Promise<RawReply>[] = [];
  for (let n = 1; n <= 6; n += 1) {
    open.push(exchangeRaw(proxy.port, rawRequest('/slow'), { quietMs: 20_000 }));
    await until(() => members.flatMap(({ requests }) => requests).length === n);
  }
  assert.deepEqual(counts(members), [4, 2], 'by weight');
  const [first] = members;
  // The second one has a share of its own free as soon as its requests end.
  for (const { requests } of members.slice(1))
    for (const { socket } of requests) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  await Promise.race(open);
  await send(proxy, 5);
  assert.equal(first?.requests.length, 4, 'nothing for the busy one');
  slow.release();
  await Promise.all(open);
});

const CHECKS = {
  BACKEND_CHECK_PATH: '/healthz',
  BACKEND_CHECK_INTERVAL: '0.05',
  BACKEND_CHECK_TIMEOUT: '1',
  BACKEND_CHECK_DOWN: '2',
  BACKEND_CHECK_UP: '2',
};

/** A backend whose health the test decides. */
function patient(): {
  status: number;
  checks: number;
  served: number;
  readonly respond: Responder;
} {
  const state = {
    status: 200,
    checks: 0,
    served: 0,
    respond: (({ head }, socket) => {
      const isCheck = head.startsWith('GET /healthz ');
      if (isCheck) state.checks += 1;
      else state.served += 1;
      const status = isCheck ? state.status : 200;
      socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`);
    }) satisfies Responder,
  };
  return state;
}

test('health checks take a backend out and bring it back, with a slow start', async (t) => {
  const [one, two] = [patient(), patient()];
  const members = await Promise.all([startBackend(one.respond), startBackend(two.respond)]);
  t.after(() => Promise.all(members.map((backend) => backend.close())));
  const environment = {
    ...CHECKS,
    BACKENDS: group(members),
    BACKEND_SLOW_START: '3600',
    ADMIN_PORT: '0',
  };
  const proxy = await startTestProxy(t, { environment });
  await send(proxy, 10);
  assert.deepEqual([one.served, two.served], [5, 5]);
  two.status = 500;
  const label = members[1]?.address;
  const down = `Backend ${label} is down: it responds with 500`;
  await until(() => proxy.warnings.includes(down));
  assert.ok(proxy.warnings.includes(down), proxy.warnings.join('\n'));
  await send(proxy, 10);
  assert.deepEqual([one.served, two.served], [15, 5]);
  const metrics = await proxy.metrics();
  assert.ok(metrics.includes(`waf_proxy_upstream_up{upstream="${label}"} 0\n`));
  assert.match(
    metrics,
    /waf_proxy_upstream_checks_total\{upstream="[^"]*",result="failed"\} [2-9]/,
  );
  one.status = 503;
  await until(() => proxy.warnings.length >= 4);
  const none = await get(proxy);
  assert.equal(none.status, 503);
  assert.match(none.body, /^Service Unavailable: no healthy backend\n/);
  one.status = 302;
  await until(() => proxy.warnings.includes(`Backend ${members[0]?.address} is up again`));
  two.status = 204;
  await until(() => proxy.warnings.includes(`Backend ${label} is up again`));
  // Both begin a slow start, the second a moment later: at a twentieth of its weight, as the first one.
  await send(proxy, 10);
  assert.deepEqual([one.served, two.served], [20, 10]);
  const after = await proxy.metrics();
  assert.match(after, new RegExp(`upstream_weight\\{upstream="${label}"\\} 0\\.05`));
  const record = (await proxy.records('access', 31)).find(({ status }) => status === 503);
  assert.deepEqual(
    [record?.['reason'], record?.['detail'], record?.['upstream']],
    ['upstream', 'Service Unavailable: no healthy backend', undefined],
  );
});

test('slow start: the share of a backend that is back grows from a twentieth to its weight', async (t) => {
  const [one, two] = [patient(), patient()];
  const members = await Promise.all([startBackend(one.respond), startBackend(two.respond)]);
  t.after(() => Promise.all(members.map((backend) => backend.close())));
  two.status = 404;
  const environment = { ...CHECKS, BACKENDS: group(members), BACKEND_SLOW_START: '3600' };
  const proxy = await startTestProxy(t, { environment });
  await until(() => proxy.warnings.some((line) => line.includes('is down')));
  two.status = 200;
  await until(() => proxy.warnings.some((line) => line.includes('is up again')));
  await send(proxy, 63);
  // Weights 1 and 0.05: one of 21.
  assert.deepEqual([one.served, two.served], [60, 3]);
  const brief = await startTestProxy(t, {
    environment: { ...environment, BACKEND_SLOW_START: '0' },
  });
  await send(brief, 10);
  assert.deepEqual([one.served, two.served], [65, 8], 'without one: its weight at once');
});

test('a slow start after a connection that could not be made, without health checks', async (t) => {
  const [one] = await backends(t, 1);
  assert.ok(one !== undefined);
  const port = await freePort();
  const label = `127.0.0.1:${port}`;
  const proxy = await startTestProxy(t, {
    environment: {
      BACKENDS: JSON.stringify({ default: [one.address, label] }),
      BACKEND_FAIL_TIMEOUT: '0',
      BACKEND_SLOW_START: '3600',
      ADMIN_PORT: '0',
    },
  });
  await send(proxy, 2);
  assert.equal(one.requests.length, 2);
  const two = await startBackend(HELLO, port);
  t.after(() => two.close());
  await send(proxy, 2);
  assert.equal(two.requests.length, 1);
  const text = await proxy.metrics();
  assert.match(text, new RegExp(`upstream_weight\\{upstream="${label}"\\} 0\\.05`));
});

test('a check that gets no response, and one that is refused, count as failed', async (t) => {
  const silent = await startBackend(() => {});
  t.after(() => silent.close());
  const dead = `127.0.0.1:${await freePort()}`;
  const environment = {
    ...CHECKS,
    BACKEND_CHECK_TIMEOUT: '0.1',
    BACKENDS: JSON.stringify({ default: [silent.address, dead] }),
    BACKEND_CHECK_HOST: 'health.test',
  };
  const proxy = await startTestProxy(t, { environment });
  const lines = [
    `Backend ${silent.address} is down: no response in 0.1 s`,
    `Backend ${dead} is down: dial tcp: connect: connection refused`,
  ];
  await until(() => lines.every((line) => proxy.warnings.includes(line)));
  for (const line of lines) assert.ok(proxy.warnings.includes(line), proxy.warnings.join('\n'));
  assert.match(silent.requests[0]?.head ?? '', /^Host: health\.test\r$/m);
});

/** What a backend does with its first request; the second one is answered. */
const MOMENTS: Readonly<Record<string, Responder>> = {
  'closes before a byte': (_request, socket) => socket.end(),
  'resets before a byte': (_request, socket) => socket.resetAndDestroy(),
  'closes after a part of the head': (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nCont'),
  'closes after an informational answer': (_request, socket) =>
    socket.end('HTTP/1.1 103 Early Hints\r\n\r\n'),
  'says what is not HTTP': (_request, socket) => socket.end('220 mail.test ESMTP\r\n'),
  'closes after the head': (_request, socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
  'answers 500': (_request, socket) => socket.write('HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n'),
  'says nothing': () => {},
};
const REPEATED: ReadonlySet<string> = new Set(['closes before a byte', 'resets before a byte']);
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH'];
const IDEMPOTENT: ReadonlySet<string> = new Set(METHODS.slice(0, 5));

test('a request is sent again only if its method is idempotent and no byte of a response came', async (t) => {
  const members = await backends(t, 2);
  const environment = {
    BACKENDS: group(members),
    BACKEND_RETRIES: '1',
    BACKEND_RESPONSE_TIMEOUT: '1',
    ADMIN_PORT: '0',
  };
  const proxy = await startTestProxy(t, { environment });
  const received = new Map<string, number>();
  const rows = Object.entries(MOMENTS).flatMap(([moment, fail], index) =>
    METHODS.map((method) => {
      const isRepeated = REPEATED.has(moment) && IDEMPOTENT.has(method);
      return { moment, fail, method, isRepeated, path: `/${method}/${index}` };
    }),
  );
  for (const backend of members) {
    backend.respond = (request, socket) => {
      const path = request.head.split(' ')[1] ?? '';
      const times = (received.get(path) ?? 0) + 1;
      received.set(path, times);
      const row = rows.find((each) => each.path === path);
      if (times === 1) row?.fail(request, socket);
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    };
  }
  const replies = await Promise.all(
    rows.map(({ method, path, isRepeated }) => {
      const body = method === 'GET' || method === 'HEAD' ? '' : 'abc';
      const replies = isRepeated ? 1 : 0;
      const request = rawRequest(path, [], { method, body });
      return exchangeRaw(proxy.port, request, { quietMs: 2000, replies });
    }),
  );
  const records = await proxy.records('access', rows.length);
  for (const [index, { moment, method, isRepeated, path }] of rows.entries()) {
    await t.test(rowTitle(`${method}: the backend ${moment}`), () => {
      assert.equal(received.get(path), isRepeated ? 2 : 1);
      if (isRepeated) assert.equal(replies[index]?.status, 200);
      const record = records.find(({ uri }) => uri === path);
      assert.equal(record?.['retries'], isRepeated ? 1 : undefined);
    });
  }
  assert.equal(rows.length, 56);
  assert.equal(rows.filter(({ isRepeated }) => isRepeated).length, 10);
  const text = await proxy.metrics();
  assert.match(text, /^waf_proxy_upstream_retries_total 10$/m);
});

test('retries end at their number, and stay off by default', async (t) => {
  for (const [given, expected] of [
    ['3', 4],
    ['0', 1],
  ] as const) {
    const members = await backends(t, 2, (_request, socket) => socket.end());
    const environment = { BACKENDS: group(members), BACKEND_RETRIES: given };
    const proxy = await startTestProxy(t, { environment });
    const reply = await get(proxy);
    assert.equal(reply.status, 502);
    const [one = 0, two = 0] = counts(members);
    assert.equal(one + two, expected);
    const [record] = await proxy.records('access');
    assert.equal(record?.['retries'], expected === 1 ? undefined : expected - 1);
  }
});

test('a large body on disk is sent again whole', async (t) => {
  const members = await backends(t, 1);
  const [backend] = members;
  assert.ok(backend !== undefined);
  backend.respond = (_request, socket) => {
    if (backend.requests.length === 1) socket.resetAndDestroy();
    else socket.write('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n');
  };
  const environment = { BACKENDS: group(members), BACKEND_RETRIES: '1' };
  const proxy = await startTestProxy(t, { environment });
  const body = 'x'.repeat(400_000);
  const raw = rawRequest('/', [], { method: 'PUT', body });
  const reply = await exchangeRaw(proxy.port, raw, { quietMs: 10_000 });
  assert.equal(reply.status, 201);
  assert.deepEqual(
    backend.requests.map((request) => request.body === body),
    [true, true],
  );
});
