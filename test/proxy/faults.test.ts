/** What goes wrong inside costs one request, is answered 503 and logged, and never passes uninspected. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { addFigures } from '#scripts/service-figures.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { EVIL, stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

const fail = (): never => {
  throw new Error('rule failed');
};

function throwingOpen(): CompiledWaf {
  return { ...stubWaf(), open: fail };
}

test('an engine that throws in any phase means 503 [X1]', async (t) => {
  const rows: readonly (readonly [
    name: string,
    waf: CompiledWaf,
    status: number,
    forwarded: number,
  ])[] = [
    ['open', throwingOpen(), 503, 0],
    ['phase 1', stubWaf({ phase1: fail }), 503, 0],
    ['phase 2', stubWaf({ phase2: fail }), 503, 0],
    ['phase 3', stubWaf({ phase3: fail }), 503, 1],
    ['phase 4', stubWaf({ phase4: fail }), 503, 1],
    [
      'phase 4 with a body',
      stubWaf({ phase4: fail, settings: { responseBodyAccess: true } }),
      503,
      1,
    ],
    ['phase 5', stubWaf({ phase5: fail }), 200, 1],
  ];
  for (const [name, web, status, forwarded] of rows) {
    const proxy = await startTestProxy(t, { web });
    const reply = await exchangeRaw(
      proxy.port,
      rawRequest('/', [], { method: 'POST', body: 'a=b' }),
    );
    assert.equal(reply.status, status, name);
    if (status === 503) {
      assert.match(reply.body, /^WAF engine error\n/);
      assert.ok(!reply.bytes.includes('hello'), name);
    }
    assert.equal(proxy.backend.requests.length, forwarded, name);
    assert.ok(
      proxy.warnings.some((line) => line.includes('WAF engine error')),
      name,
    );
    if (name !== 'open') assert.equal((await proxy.records('audit')).length, 1, name);
  }
  console.log(`${rows.length} engine faults: 0 uninspected requests at the backend`);
});

test('ENGINE_ON_ERROR=open lets such a request pass', async (t) => {
  const environment = { ENGINE_ON_ERROR: 'open' };
  for (const web of [
    throwingOpen(),
    stubWaf({ phase1: fail }),
    stubWaf({ phase2: fail }),
    stubWaf({ phase3: fail }),
  ]) {
    const proxy = await startTestProxy(t, { web, environment });
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
    assert.ok(proxy.warnings.some((line) => line.includes('WAF engine error')));
  }
});

test('ENGINE_MODE: detect lets pass and logs, off inspects nothing', async (t) => {
  const detect = await startTestProxy(t, { environment: { ENGINE_MODE: 'detect' } });
  assert.equal((await exchangeRaw(detect.port, rawRequest('/?q=evil'))).status, 200);
  assert.equal((await detect.records('audit')).length, 1);
  const off = await startTestProxy(t, {
    web: stubWaf({ phase1: fail }),
    environment: { ENGINE_MODE: 'off' },
  });
  assert.equal((await exchangeRaw(off.port, rawRequest('/?q=evil'))).status, 200);
});

test('names of Object.prototype change nothing [X3]', async (t) => {
  const proxy = await startTestProxy(t);
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  for (const name of names) {
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/', [`${name}: x`]))).status, 200);
    assert.equal((await exchangeRaw(proxy.port, rawRequest('/', [`${name}: evil`]))).status, 403);
    assert.equal(
      (await exchangeRaw(proxy.port, rawRequest('/', [], { host: name }))).status === 200,
      false,
    );
    assert.equal(
      (await exchangeRaw(proxy.port, `${name} / HTTP/1.1\r\nHost: web.test\r\n\r\n`)).status,
      400,
    );
  }
  assert.equal(names.length, 5);
  assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before);
});

const QUIET_LOOKS = 25;

test('clients that disconnect at any point leave no resources open [C1]', async (t) => {
  const proxy = await startTestProxy(t, {
    web: stubWaf({ ...EVIL, settings: { requestBodyInMemoryLimit: 1000 } }),
    environment: { ADMIN_PORT: '0', BODY_MEMORY: '500000' },
    respond: ({ head }, socket) => {
      if (head.includes('/next')) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const slow = head.includes('slow');
      const timer = setInterval(() => socket.write('x'.repeat(10_000)), slow ? 20 : 1);
      setTimeout(() => clearInterval(timer), slow ? 210 : 12);
      socket.once('close', () => clearInterval(timer));
    },
  });
  const body = 'y'.repeat(50_000);
  const bytes = rawRequest('/slow', [], { method: 'POST', body });
  const total = 1000;
  const abort = (n: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1', () => {
        socket.write(bytes.slice(0, Math.floor((bytes.length * (n % 10)) / 8)));
        setTimeout(() => (n % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()), n % 50);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  // Node accepts one connection in each turn of the event loop: clients are gone long before it is theirs. When one that
  // has come after them is answered, all of them have been accepted.
  const next = async (): Promise<void> => {
    const { status } = await exchangeRaw(proxy.port, rawRequest('/next'), { quietMs: 60_000 });
    assert.equal(status, 200);
  };
  for (let n = 0; n < total; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => abort(n + index)));
    await next();
  }
  const left = async (): Promise<string[]> => {
    const figures =
      /^waf_(?:proxy_requests_in_flight|spool_bytes|body_memory_bytes|proxy_upstream_in_flight.*) [^0].*$/gm;
    const leaks = [...(await proxy.metrics()).matchAll(figures)].map(([line]) => line);
    return proxy.backend.open() === 0 ? leaks : [...leaks, 'backend connections'];
  };
  // What the last clients have sent may still be on its way when nothing is left of the others.
  let quietLooks = 0;
  await until(async () => {
    quietLooks = (await left()).length === 0 ? quietLooks + 1 : 0;
    return quietLooks === QUIET_LOOKS;
  });
  addFigures({ leaks: (await left()).length });
  assert.deepEqual(await left(), []);
  await next();
  assert.deepEqual(
    proxy.warnings.filter((line) => /failed|uncaught/.test(line)),
    [],
  );
  console.log(
    `${total} clients gone at any point: 0 requests, 0 bytes of bodies, 0 backend connections left`,
  );
});

test('a slow reader is cut off', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { CLIENT_IDLE_TIMEOUT: '0.5' },
    respond: (_request, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n${'x'.repeat(50_000_000)}`),
  });
  const socket = connect(proxy.port, '127.0.0.1', () => socket.write(rawRequest('/')));
  socket.pause();
  await until(() => proxy.backend.requests.length === 1);
  await until(() => proxy.backend.open() === 0);
  assert.equal(proxy.backend.open(), 0);
  socket.destroy();
});
