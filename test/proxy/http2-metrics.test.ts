/** What /metrics says of connections and streams of HTTP/2 (docs/http2.md#metrics). */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  END_STREAM,
  frame,
  GOAWAY,
  get,
  headers,
  openFrameClient,
  PING,
  pseudo,
  RST_STREAM,
  settings,
  uint32,
} from './helpers/http2-client.ts';
import { startTestProxy, type TestProxy, type TestProxyOptions } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

const CANCEL = 8;
const UNKNOWN_CODE = 77;

function start(t: TestContext, options: TestProxyOptions = {}): Promise<TestProxy> {
  const environment = { HTTP2_CLEARTEXT: 'on', ADMIN_PORT: '0', ...options.environment };
  return startTestProxy(t, { ...options, environment });
}

/** The series about HTTP/2 that are not 0. */
async function counted(proxy: TestProxy): Promise<Readonly<Record<string, number>>> {
  const lines = (await proxy.metrics()).split('\n').filter((line) => line.startsWith('waf_http2_'));
  const values = lines.map((line) => {
    const end = line.lastIndexOf(' ');
    return [line.slice('waf_http2_'.length, end), Number(line.slice(end + 1))] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}

/** Waits until they are these. */
async function hasCounted(
  proxy: TestProxy,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  await until(async () => isDeepStrictEqual(await counted(proxy), expected));
  assert.deepEqual(await counted(proxy), expected);
}

test('connections and streams are counted while they are open, and in all', async (t) => {
  const held: (() => void)[] = [];
  const proxy = await start(t, {
    respond: (_request, socket) =>
      held.push(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
  });
  await hasCounted(proxy, {});
  const client = openFrameClient(proxy.port);
  const other = openFrameClient(proxy.port);
  client.send(headers(1, get('/a')), headers(3, get('/b')));
  other.send(frame(PING, 0, 0, Buffer.alloc(8)));
  await until(() => held.length === 2);
  await hasCounted(proxy, { sessions: 2, streams: 2, streams_total: 2 });
  for (const answer of held) answer();
  assert.deepEqual([await client.statusOf(1), await client.statusOf(3)], [200, 200]);
  await hasCounted(proxy, { sessions: 2, streams_total: 2 });
  client.socket.destroy();
  other.socket.destroy();
  await hasCounted(proxy, { streams_total: 2 });
});

test('resets are counted by who sends them, and why', async (t) => {
  const proxy = await start(t, { respond: () => {} });
  const client = openFrameClient(proxy.port);
  client.send(headers(1, get('/a')), headers(3, get('/b')));
  await until(() => proxy.backend.requests.length === 2);
  client.send(frame(RST_STREAM, 0, 1, uint32(CANCEL)));
  client.send(frame(RST_STREAM, 0, 3, uint32(UNKNOWN_CODE)));
  client.send(headers(5, get('/c', ['X-Upper', 'malformed'])));
  assert.equal(await client.statusOf(5), 0);
  await hasCounted(proxy, {
    sessions: 1,
    streams_total: 3,
    'resets_total{by="client",code="cancel"}': 1,
    'resets_total{by="client",code="other"}': 1,
    'resets_total{by="proxy",code="protocol_error"}': 1,
  });
  client.socket.destroy();
  await until(() => proxy.backend.open() === 0);
});

test('a response that breaks off, and one that comes before the end of its request, end in a reset', async (t) => {
  const proxy = await start(t, {
    respond: ({ head }, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab');
      if (head.includes('/cut')) setImmediate(() => socket.destroy());
    },
    environment: { BACKEND_RETRIES: '0' },
  });
  const client = openFrameClient(proxy.port);
  client.send(headers(1, get('/cut')));
  await client.until(() => client.resetCode(1) !== undefined);
  client.send(headers(3, [...pseudo('BREW', '/pot'), ['content-length', '10']], 0));
  await client.until(() => client.resetCode(3) !== undefined);
  await hasCounted(proxy, {
    sessions: 1,
    streams_total: 2,
    'resets_total{by="proxy",code="internal_error"}': 1,
    'resets_total{by="proxy",code="no_error"}': 1,
  });
  client.socket.destroy();
});

test('streams over the limit are refused, and counted so', async (t) => {
  const proxy = await start(t, { respond: () => {} });
  // Without the acknowledgement of our settings their limit does not hold yet, so streams are refused one by one.
  const client = openFrameClient(proxy.port);
  const streams = Array.from({ length: 103 }, (_, index) => 2 * index + 1);
  client.send(...streams.map((stream) => headers(stream, get('/many'), END_STREAM)));
  await client.until(() => [201, 203, 205].every((id) => client.resetCode(id) !== undefined));
  await hasCounted(proxy, {
    sessions: 1,
    streams: 100,
    streams_total: 103,
    'resets_total{by="proxy",code="refused_stream"}': 3,
  });
  client.socket.destroy();
  await until(() => proxy.backend.open() === 0);
});

test('connections end for reasons that are distinguished', async (t) => {
  const proxy = await start(t, { environment: { KEEPALIVE_TIMEOUT: '0.2' } });
  const began = performance.now();
  const idle = openFrameClient(proxy.port);
  idle.send(headers(1, get('/idle')));
  await idle.until(idle.isClosed);
  assert.equal(idle.goawayCode(), 0);
  assert.ok(performance.now() - began < 8000, 'HEADERS_TIMEOUT is for the first request');
  const flood = openFrameClient(proxy.port);
  flood.send(Buffer.concat(Array.from({ length: 3000 }, () => settings())));
  await flood.until(flood.isClosed);
  const broken = openFrameClient(proxy.port);
  broken.send(headers(2, get('/even')));
  await broken.until(broken.isClosed);
  await hasCounted(proxy, {
    streams_total: 1,
    'goaways_total{reason="idle"}': 1,
    'goaways_total{reason="enhance_your_calm"}': 1,
    'goaways_total{reason="protocol_error"}': 1,
  });
});

test('a connection that has had its number of requests, and one whose client ends it', async (t) => {
  const proxy = await start(t);
  const many = openFrameClient(proxy.port);
  for (let first = 1; first < 2000; first += 100) {
    const streams = Array.from({ length: 50 }, (_, index) => first + 2 * index);
    many.send(...streams.map((stream) => headers(stream, get('/many'))));
    for (const stream of streams) assert.equal(await many.statusOf(stream), 200);
  }
  await many.until(many.isClosed);
  await hasCounted(proxy, { streams_total: 1000, 'goaways_total{reason="requests"}': 1 });
  const polite = openFrameClient(proxy.port);
  polite.send(headers(1, get('/last')));
  assert.equal(await polite.statusOf(1), 200);
  polite.send(frame(GOAWAY, 0, 0, Buffer.alloc(8)));
  await polite.until(polite.isClosed);
  await hasCounted(proxy, {
    streams_total: 1001,
    'goaways_total{reason="requests"}': 1,
    'goaways_total{reason="client"}': 1,
  });
});

test('a shutdown lets connections end', async (t) => {
  const held: (() => void)[] = [];
  const proxy = await start(t, {
    respond: (_request, socket) =>
      held.push(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
    environment: { SHUTDOWN_TIMEOUT: '20' },
  });
  const client = openFrameClient(proxy.port);
  client.send(headers(1, get('/a')));
  await until(() => held.length === 1);
  const stopped = proxy.stop();
  await client.until(() => client.goawayCode() !== undefined);
  await hasCounted(proxy, {
    sessions: 1,
    streams: 1,
    streams_total: 1,
    'goaways_total{reason="shutdown"}': 1,
  });
  for (const answer of held) answer();
  await stopped;
});
