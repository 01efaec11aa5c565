/** Request bodies: limits, spool, and that nothing reaches the backend before the verdict. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { wait } from './helpers/start-process.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { EVIL, stubWaf } from './helpers/stub-waf.ts';

const LIMIT = 13_107_200;
const MEMORY = 131_072;

function post(body: string): string {
  return rawRequest('/upload', [], { method: 'POST', body });
}

function sha(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

test('bodies of every size arrive as they were', async (t) => {
  const proxy = await startTestProxy(t);
  const sizes = [1, MEMORY - 1, MEMORY, MEMORY + 1, 1_000_000, LIMIT];
  for (const size of sizes) {
    const body = '0123456789abcde\xff'.repeat(Math.ceil(size / 16)).slice(0, size);
    const reply = await exchangeRaw(proxy.port, post(body), { quietMs: 10_000 });
    assert.equal(reply.status, 200, `${size}: ${reply.bytes}`);
    const request = proxy.backend.requests.at(-1);
    assert.equal(request?.body.length, size);
    assert.equal(sha(request?.body ?? ''), sha(body));
  }
  assert.equal(proxy.backend.requests.length, sizes.length);
});

test('an attack is found wherever it is, and one byte over the limit is 413 [B11]', async (t) => {
  const proxy = await startTestProxy(t);
  for (const offset of [0, MEMORY - 1, MEMORY, MEMORY + 1, LIMIT - 4]) {
    const body = `${'x'.repeat(offset)}evil`;
    const reply = await exchangeRaw(proxy.port, post(body), { quietMs: 10_000 });
    assert.equal(reply.status, 403, String(offset));
    assert.match(reply.body, /^Request blocked by WAF \(body\)\n/);
  }
  const announced = await exchangeRaw(
    proxy.port,
    `POST / HTTP/1.1\r\nHost: web.test\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`,
    { untilClose: true },
  );
  assert.equal(announced.status, 413);
  assert.match(announced.body, /^Request body too large\n/);
  assert.ok(announced.closed);
  const chunk = 'x'.repeat(LIMIT + 1);
  const chunked = `POST / HTTP/1.1\r\nHost: web.test\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`;
  const counted = await exchangeRaw(proxy.port, chunked, { untilClose: true, quietMs: 10_000 });
  assert.equal(counted.status, 413);
  assert.equal(proxy.backend.bytes(), '');
});

test('nothing is sent before the whole body has been judged', async (t) => {
  const proxy = await startTestProxy(t);
  const head = 'POST / HTTP/1.1\r\nHost: web.test\r\nContent-Length: 8\r\n\r\n';
  const parts = [head, 'aaaa', 'bbb', 'b'];
  const reply = await exchangeRaw(proxy.port, parts, { gapMs: 40 });
  assert.equal(reply.status, 200);
  const evil = await exchangeRaw(proxy.port, [head, 'aaaa', 'evi', 'l'], { gapMs: 40 });
  assert.equal(evil.status, 403);
  assert.equal(proxy.backend.requests.length, 1);
});

test('ProcessPartial inspects the beginning and forwards everything', async (t) => {
  let seen = 0;
  const web = stubWaf({
    ...EVIL,
    phase2: (body) => {
      seen = body.length;
      return undefined;
    },
    settings: { requestBodyLimit: 1000, requestBodyLimitAction: 'ProcessPartial' },
  });
  const proxy = await startTestProxy(t, { web });
  const reply = await exchangeRaw(proxy.port, post('x'.repeat(5000)));
  assert.equal(reply.status, 200);
  assert.equal(seen, 1000);
  assert.equal(proxy.backend.requests[0]?.body.length, 5000);
});

test('DetectionOnly refuses no body', async (t) => {
  const web = stubWaf({ settings: { requestBodyLimit: 10, ruleEngine: 'DetectionOnly' } });
  const proxy = await startTestProxy(t, { web });
  assert.equal((await exchangeRaw(proxy.port, post('x'.repeat(50)))).status, 200);
});

test('phase 2 runs without a body too [B16]', async (t) => {
  const bodies: string[] = [];
  const web = stubWaf({
    phase2: (body) => {
      bodies.push(body);
      return undefined;
    },
  });
  const proxy = await startTestProxy(t, { web });
  await exchangeRaw(proxy.port, rawRequest('/'));
  assert.deepEqual(bodies, ['']);
});

test('a spool that cannot take a body means 503, never a pass [C8]', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-spool-'));
  const missing = await startTestProxy(t, {
    web: stubWaf({ settings: { dataDir } }),
    environment: { BODY_MEMORY: '0' },
  });
  rmdirSync(dataDir);
  const body = 'x'.repeat(MEMORY + 1);
  for (let round = 0; round < 3; round += 1) {
    const reply = await exchangeRaw(missing.port, post(body), { untilClose: true });
    assert.equal(reply.status, 503);
    assert.match(reply.body, /^Service Unavailable/);
  }
  assert.equal(missing.backend.bytes(), '');
  assert.equal((await missing.records('access', 3)).length, 3);
  const reports = missing.warnings.filter((line) => line.startsWith('request bodies'));
  assert.match(
    reports.join('\n'),
    /^request bodies cannot be stored and read back: ENOENT: .*; their requests get 503$/,
  );
  const full = await startTestProxy(t, {
    environment: { BODY_MEMORY: '0', SPOOL_LIMIT: '200000' },
  });
  const over = await exchangeRaw(full.port, post('x'.repeat(300_000)), { untilClose: true });
  assert.equal(over.status, 503);
  assert.equal(full.backend.bytes(), '');
  const after = await exchangeRaw(full.port, post('x'.repeat(150_000)));
  assert.equal(after.status, 200, 'the budget is given back');
});

test('a directory in which nothing can be created [C8]', async (t) => {
  const proxy = await startTestProxy(t, {
    web: stubWaf({ settings: { dataDir: '/proc' } }),
    environment: { BODY_MEMORY: '0' },
  });
  const reply = await exchangeRaw(proxy.port, post('x'.repeat(MEMORY + 1)), { untilClose: true });
  assert.equal(reply.status, 503);
  assert.equal(proxy.backend.bytes(), '');
});

test('larger bodies stay in memory as long as some is left, and reach the backend whole [C8]', async (t) => {
  const proxy = await startTestProxy(t, {
    web: stubWaf({ settings: { dataDir: '/proc' } }),
    environment: { BODY_MEMORY: '400000' },
  });
  const body = Array.from({ length: 40_000 }, (_, index) => String(index)).join(' ');
  const inMemory = body.slice(0, 200_000);
  for (let round = 0; round < 3; round += 1) {
    const replies = await Promise.all(
      [post(inMemory), post(inMemory)].map((request) => exchangeRaw(proxy.port, request)),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
      'the memory is given back',
    );
  }
  assert.equal(proxy.backend.bytes().split(inMemory).length - 1, 6);
  const onDisk = 'x'.repeat(500_000);
  const reply = await exchangeRaw(proxy.port, post(onDisk), { untilClose: true });
  assert.equal(reply.status, 503);
  const after = await exchangeRaw(proxy.port, post(inMemory));
  assert.equal(after.status, 200, 'the memory of a body that was refused is given back');
});

test('spool files have no name', async (t) => {
  const proxy = await startTestProxy(t);
  const dataDir = join(proxy.directory, 'spool');
  mkdirSync(dataDir);
  const named: string[] = [];
  const web = stubWaf({
    phase2: () => {
      named.push(...readdirSync(dataDir));
      return undefined;
    },
    settings: { dataDir },
  });
  const other = await startTestProxy(t, { web, environment: { BODY_MEMORY: '0' } });
  const reply = await exchangeRaw(other.port, post('x'.repeat(MEMORY * 2)));
  assert.equal(reply.status, 200);
  assert.deepEqual(named, []);
});

test('a body slower than the minimum is cut off with 408', async (t) => {
  const proxy = await startTestProxy(t, { environment: { MIN_BODY_RATE: '1000' } });
  const head = 'POST / HTTP/1.1\r\nHost: web.test\r\nContent-Length: 100\r\n\r\n';
  const parts = [head, ...Array.from({ length: 12 }, () => 'x')];
  const reply = await exchangeRaw(proxy.port, parts, {
    gapMs: 500,
    untilClose: true,
    quietMs: 9000,
  });
  assert.equal(reply.status, 408);
});

test('a process that is too busy to read does not blame the client', async (t) => {
  const web = stubWaf({
    phase2: (body) => {
      const end = performance.now() + (body === 'busy' ? 6000 : 0);
      while (performance.now() < end);
      return undefined;
    },
  });
  const proxy = await startTestProxy(t, { web });
  const head = 'POST / HTTP/1.1\r\nHost: web.test\r\nContent-Length: 100000\r\n\r\n';
  const parts = [head, 'x', 'x'.repeat(99_999)];
  const slow = exchangeRaw(proxy.port, parts, { gapMs: 100, quietMs: 20_000 });
  await wait(50);
  const busy = exchangeRaw(proxy.port, post('busy'), { quietMs: 20_000 });
  assert.deepEqual([(await slow).status, (await busy).status], [200, 200]);
});

test('a response before the end of a body reaches the client that continues to send', async (t) => {
  const proxy = await startTestProxy(t);
  const bytes = `POST /?evil HTTP/1.1\r\nHost: web.test\r\nContent-Length: 800000\r\n\r\n`;
  const parts = [bytes, ...Array.from({ length: 8 }, () => 'x'.repeat(100_000))];
  const reply = await exchangeRaw(proxy.port, parts, { gapMs: 5, untilClose: true });
  assert.equal(reply.status, 403);
  assert.match(reply.head, /connection: close/i);
  assert.ok(reply.closed);
});
