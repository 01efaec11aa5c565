/** The token bucket: accuracy, memory, eviction, and its place in the proxy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNamedBuckets } from '#proxy/filters/named-buckets.ts';
import { createTokenBuckets } from '#proxy/filters/rate-limiter.ts';
import { collectGarbage } from '../helpers/collect-garbage.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

test('a million IPv4 and a million IPv6 clients need bounded memory and time [L3]', () => {
  collectGarbage();
  const before = process.memoryUsage();
  const buckets = createTokenBuckets({ rate: 20, burst: 50 });
  const start = performance.now();
  for (let n = 0; n < 1_000_000; n += 1) {
    buckets.take({ high: 0xffff, low: (n * 4099) >>> 0 }, 1000);
    buckets.take({ high: 0x20010db8, low: n }, 1000);
  }
  const ns = ((performance.now() - start) * 1e6) / 2_000_000;
  collectGarbage();
  const after = process.memoryUsage();
  const megabytes =
    (after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed) / 1e6;
  console.log(
    `${buckets.size()} clients, ${megabytes.toFixed(1)} MB, ${ns.toFixed(0)} ns a request`,
  );
  assert.ok(megabytes < 64);
  assert.ok(buckets.size() > 1_999_000);
});

test('a client gets its burst and then its rate [L4]', () => {
  const rate = 20;
  const burst = 50;
  const buckets = createTokenBuckets({ rate, burst });
  const clients = 1000;
  const seconds = 60;
  let worst = 0;
  for (let low = 0; low < clients; low += 1) {
    let allowed = 0;
    for (let now = 0; now < seconds * 1000; now += 25) {
      if (buckets.take({ high: 1, low }, 5000 + now) === 0) allowed += 1;
    }
    const expected = burst + rate * seconds;
    worst = Math.max(worst, Math.abs(allowed - expected) / expected);
  }
  console.log(
    `${clients} clients at twice the rate for ${seconds} s: worst error ${(worst * 100).toFixed(2)} %`,
  );
  assert.ok(worst <= 0.01);
});

test('the wait it names is the wait it takes', () => {
  const buckets = createTokenBuckets({ rate: 0.5, burst: 2 }, 16);
  const client = { high: 0, low: 0 };
  assert.equal(buckets.take(client, 1000), 0);
  assert.equal(buckets.take(client, 1000), 0);
  assert.equal(buckets.take(client, 1000), 2000);
  assert.equal(buckets.take(client, 2999), 1);
  assert.equal(buckets.take(client, 3000), 0);
  assert.ok(buckets.take(client, 3000) > 0);
});

test('an entry is dropped after three idle minutes, not sooner', () => {
  const buckets = createTokenBuckets({ rate: 0.001, burst: 1 }, 16);
  const client = { high: 1, low: 1 };
  assert.equal(buckets.take(client, 0), 0);
  assert.ok(buckets.take(client, 179_000) > 0, 'still remembered, and active again');
  assert.ok(buckets.take(client, 358_000) > 0);
  assert.equal(buckets.size(), 1);
  for (let turn = 0; turn < 60; turn += 1) buckets.sweep(540_000);
  assert.equal(buckets.size(), 0);
  assert.equal(buckets.take(client, 540_000), 0);
});

test('what another limiter has allowed leaves a client one token short at most', () => {
  const buckets = createTokenBuckets({ rate: 1, burst: 2 }, 16);
  const client = { high: 1, low: 1 };
  for (let count = 0; count < 10; count += 1) buckets.charge(client, 0);
  assert.equal(buckets.take(client, 0), 1000);
  assert.equal(buckets.take(client, 1000), 0);
});

test('idle clients of all named limits are dropped', () => {
  const named = createNamedBuckets();
  const client = { high: 1, low: 1 };
  for (const rate of [1, 2]) named.add({ rate, burst: 1 }).take(client, 0);
  assert.equal(named.size(), 2);
  for (let turn = 0; turn < 60; turn += 1) named.sweep(200_000);
  assert.equal(named.size(), 0);
});

test('limited clients are never evicted in favour of new ones', () => {
  const sets = 64;
  const buckets = createTokenBuckets({ rate: 1, burst: 2 }, sets);
  const limited = Array.from({ length: 200 }, (_, low) => ({ high: 7, low }));
  for (const client of limited) for (let n = 0; n < 5; n += 1) buckets.take(client, 1000);
  for (let low = 0; low < 100_000; low += 1) buckets.take({ high: 8, low }, 1001);
  const forgotten = limited.filter((client) => buckets.take(client, 1002) === 0);
  assert.equal(forgotten.length, 0);
  assert.ok(buckets.size() <= sets * 8);
});

test('clients that find only entries of limited clients share one bucket', () => {
  const buckets = createTokenBuckets({ rate: 1, burst: 2 }, 1);
  const clients = Array.from({ length: 10 }, (_, low) => ({ high: 7, low }));
  const [limited, [ninth, tenth]] = [clients.slice(0, 8), clients.slice(8)];
  assert.ok(ninth !== undefined && tenth !== undefined);
  const take = (client: (typeof clients)[number]): number => buckets.take(client, 1000);
  for (const client of limited) assert.deepEqual([take(client), take(client)], [0, 0]);
  assert.deepEqual([take(ninth), take(tenth), take(ninth), take(tenth)], [0, 0, 1000, 1000]);
  assert.deepEqual(limited.map(take), Array(8).fill(1000));
  assert.equal(buckets.size(), 8);
});

test('each client gets 429 with Retry-After, on every request of a connection', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { PROXY_RATE_LIMIT: '1', PROXY_RATE_BURST: '3' },
  });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    statuses.push(
      (await exchangeRaw(proxy.port, rawRequest('/', ['X-Forwarded-For: 1.1.1.1']))).status,
    );
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  const limited = await exchangeRaw(proxy.port, rawRequest('/', ['X-Forwarded-For: 1.1.1.1']));
  assert.match(limited.head, /\r\nRetry-After: 1\r\n/);
  assert.match(limited.body, /^Too Many Requests\n/);
  const other = await exchangeRaw(proxy.port, rawRequest('/', ['X-Forwarded-For: 1.1.1.2']));
  assert.equal(other.status, 200);
  const pipelined = Array.from({ length: 6 }, () =>
    rawRequest('/', ['X-Forwarded-For: 2.2.2.2']),
  ).join('');
  const reply = await exchangeRaw(proxy.port, pipelined, {
    untilClose: true,
    quietMs: 300,
    replies: 6,
  });
  assert.deepEqual(
    [...reply.bytes.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '200', '200', '429', '429', '429'],
  );
  const network = [
    '2001:db8:1:1::1',
    '2001:db8:1:1::2',
    '2001:db8:1:1:5::',
    '2001:db8:1:1::9',
    '2001:db8:1:2::1',
  ];
  const six: number[] = [];
  for (const address of network) {
    six.push(
      (await exchangeRaw(proxy.port, rawRequest('/', [`X-Forwarded-For: ${address}`]))).status,
    );
  }
  assert.deepEqual(six, [200, 200, 200, 429, 200], 'one bucket per /64');
});

test('with TRUSTED_PROXIES a thousand forged addresses are one client [H5]', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { PROXY_RATE_LIMIT: '1', PROXY_RATE_BURST: '10', TRUSTED_PROXIES: '10.0.0.1' },
  });
  const requests = Array.from({ length: 500 }, (_, n) =>
    rawRequest('/', [
      `X-Forwarded-For: 1.1.${n >> 8}.${n & 255}`,
      ...(n === 499 ? ['Connection: close'] : []),
    ]),
  ).join('');
  const began = performance.now();
  const reply = await exchangeRaw(proxy.port, requests, { untilClose: true, quietMs: 20_000 });
  const allowed = reply.bytes.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  const refilled = (performance.now() - began) / 1000;
  assert.equal(reply.bytes.match(/HTTP\/1\.1 (?:200|429)/g)?.length, 500);
  assert.ok(allowed >= 10 && allowed <= 11 + refilled, String(allowed));
});
