/** Clients that send more over HTTP/2 than anybody needs (CVE-2019-9511 to 9518, CVE-2023-44487, CVE-2024-27316). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import {
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  type FrameClient,
  frame,
  GOAWAY,
  get,
  HEADERS,
  headerBlock,
  headers,
  openFrameClient,
  PING,
  PRIORITY,
  pseudo,
  RST_STREAM,
  settings,
  uint32,
  WINDOW_UPDATE,
} from './helpers/http2-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

const ENHANCE_YOUR_CALM = 11;
const STREAM_CLOSED = 5;
const PADDED = 8;
const COUNT = 3000;

const repeated = (bytes: Buffer, count = COUNT): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

const onStreams = (count: number, frames: (stream: number) => readonly Buffer[]): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => frames(2 * index + 1)).flat());

const priority = (stream: number): Buffer =>
  frame(PRIORITY, 0, stream, Buffer.concat([uint32(stream === 1 ? 0 : 1), Buffer.from([15])]));

const post = headers(1, pseudo('POST', '/flood'), 0);
const cancel = uint32(8);

/** With the error by which the connection ends, if it is another one. */
const floods: readonly (readonly [name: string, bytes: Buffer, code?: number])[] = [
  ['pings [CVE-2019-9512]', repeated(frame(PING, 0, 0, Buffer.alloc(8)))],
  ['settings [CVE-2019-9515]', repeated(settings())],
  ['settings with values [CVE-2019-9515]', repeated(settings([4, 100_000], [3, 50]))],
  ['priorities [CVE-2019-9513]', onStreams(COUNT, (stream) => [priority(stream)])],
  [
    'streams that the client resets [CVE-2023-44487]',
    onStreams(COUNT, (stream) => [
      headers(stream, get('/flood')),
      frame(RST_STREAM, 0, stream, cancel),
    ]),
  ],
  [
    'uploads that the client resets [CVE-2023-44487]',
    onStreams(COUNT, (stream) => [
      headers(stream, pseudo('POST', '/flood'), 0),
      frame(RST_STREAM, 0, stream, cancel),
    ]),
  ],
  [
    'streams that the proxy resets [CVE-2019-9514]',
    onStreams(COUNT, (stream) => [headers(stream, get('/flood', ['X-Upper', 'a']))]),
  ],
  [
    'CONTINUATION frames without an end [CVE-2024-27316]',
    Buffer.concat([
      frame(HEADERS, END_STREAM, 1, headerBlock(get('/flood'))),
      repeated(frame(CONTINUATION, 0, 1, headerBlock([['x', 'y'.repeat(100)]]))),
    ]),
  ],
  [
    'empty CONTINUATION frames [CVE-2019-9518]',
    Buffer.concat([
      frame(HEADERS, END_STREAM, 1, headerBlock(get('/flood'))),
      repeated(frame(CONTINUATION, 0, 1)),
    ]),
  ],
  ['empty DATA frames [CVE-2019-9518]', Buffer.concat([post, repeated(frame(DATA, 0, 1))])],
  [
    'DATA frames of padding only [CVE-2019-9518]',
    Buffer.concat([post, repeated(frame(DATA, PADDED, 1, `\xff${'\0'.repeat(255)}`), 300)]),
  ],
  [
    'DATA frames of one byte and padding',
    Buffer.concat([post, repeated(frame(DATA, PADDED, 1, `\x3ex${'\0'.repeat(62)}`))]),
  ],
  ['DATA frames of one byte', Buffer.concat([post, repeated(frame(DATA, 0, 1, 'x'))])],
  [
    'windows of one byte [CVE-2019-9511]',
    repeated(
      Buffer.concat([frame(WINDOW_UPDATE, 0, 0, uint32(1)), frame(WINDOW_UPDATE, 0, 1, uint32(1))]),
    ),
  ],
  [
    'headers without a name [CVE-2019-9516]',
    onStreams(COUNT, (stream) => [headers(stream, get('/flood', ['', ''], ['', '']))]),
  ],
  ['frames of unknown types', repeated(frame(0xf0, 0, 0, 'abc'))],
  ['GOAWAY frames', repeated(frame(GOAWAY, 0, 0, Buffer.alloc(8)))],
  [
    'trailers of closed streams',
    Buffer.concat([headers(1, get('/flood')), repeated(headers(1, [['x', 'y']]))]),
    STREAM_CLOSED,
  ],
  ['heads of closed streams', repeated(headers(1, get('/flood'))), STREAM_CLOSED],
];

test('floods end their own connection only', async (t) => {
  const environment = { HTTP2_CLEARTEXT: 'on', PROXY_RATE_LIMIT: '100', PROXY_RATE_BURST: '200' };
  const proxy = await startTestProxy(t, {
    environment: { ...environment, TRUSTED_PROXIES: '127.0.0.1' },
  });
  let run = 0;
  let number = 0;
  for (const [name, bytes, code = ENHANCE_YOUR_CALM] of floods) {
    await t.test(rowTitle(name), async () => {
      const other = openFrameClient(proxy.port);
      const client = openFrameClient(proxy.port);
      client.send(bytes);
      await client.until(() => client.goawayCode() !== undefined);
      await client.until(client.isClosed);
      assert.equal(client.goawayCode(), code);
      // Each of another client, as the rate limit has it.
      number += 1;
      other.send(headers(1, get('/good', ['x-forwarded-for', `192.0.2.${number}`])));
      assert.equal(await other.statusOf(1), 200);
      other.socket.destroy();
      run += 1;
    });
  }
  assert.equal(run, floods.length);
  assert.equal(run, 19);
  const flooded = proxy.backend.requests.filter(({ head }) => head.includes('/flood'));
  assert.ok(flooded.length <= 400, `${flooded.length} requests of floods reached the backend`);
  await until(() => proxy.backend.open() <= 300);
});

test('a client that opens more streams than it may loses the connection', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { HTTP2_CLEARTEXT: 'on' },
    respond: () => {},
  });
  const client = openFrameClient(proxy.port);
  client.send(onStreams(COUNT, (stream) => [headers(stream, get('/many'))]));
  await client.until(client.isClosed);
  await until(() => proxy.backend.open() === 0);
  assert.ok(proxy.backend.requests.length <= 100, `${proxy.backend.requests.length} at a time`);
});

/** One large entry of the table, then a byte for each further use of it. */
function bomb(client: FrameClient): void {
  const entry = Buffer.concat([
    Buffer.from([0x40, 1, 0x61, 0x7f, ...[0x81, 0x1e]]),
    Buffer.alloc(127 + 0x81 - 0x80 + 0x1e * 128, 'a'),
  ]);
  const block = Buffer.concat([headerBlock(get('/bomb')), entry, Buffer.alloc(12_000, 0xbe)]);
  client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block));
}

test('a head that is small only in its encoding is refused like any large one', async (t) => {
  const proxy = await startTestProxy(t, { environment: { HTTP2_CLEARTEXT: 'on' } });
  const client = openFrameClient(proxy.port);
  const before = process.memoryUsage().rss;
  bomb(client);
  assert.notEqual(await client.statusOf(1), 200);
  assert.ok(process.memoryUsage().rss - before < 100e6);
  client.send(headers(3, get('/good')));
  assert.equal(await client.statusOf(3), 200);
  const crumbs = Array.from({ length: 1000 }, () => ['cookie', 'a=bcdefgh'] as const);
  client.send(headers(5, get('/crumbs', ...crumbs)));
  assert.equal(await client.statusOf(5), 431);
  client.socket.destroy();
  assert.deepEqual(
    proxy.backend.requests.map(({ head }) => head.split(' ')[1]),
    ['/good'],
  );
});

test('clients that take their answer byte by byte, or not at all, lose it in time', async (t) => {
  const environment = { HTTP2_CLEARTEXT: 'on', CLIENT_IDLE_TIMEOUT: '0.5' };
  const large = 'x'.repeat(200_000);
  const proxy = await startTestProxy(t, {
    environment,
    respond: (_request, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n${large}`),
  });
  const shut = openFrameClient(proxy.port, settings([4, 0]));
  shut.send(headers(1, get('/shut')));
  const dribble = openFrameClient(proxy.port, settings([4, 1]));
  dribble.send(headers(1, get('/dribble')));
  const timer = setInterval(() => dribble.send(frame(WINDOW_UPDATE, 0, 1, uint32(1))), 20);
  t.after(() => clearInterval(timer));
  for (const client of [shut, dribble]) {
    await client.until(() => client.resetCode(1) !== undefined);
    assert.ok(!client.isClosed(), 'other streams go on');
    client.socket.destroy();
  }
  await until(() => proxy.backend.open() === 0);
  const records = await proxy.records('access', 2);
  assert.deepEqual(
    records.map(({ reason }) => reason),
    ['client-gone', 'client-gone'],
  );
});

test('an idle connection whose client does not take the last bytes is closed in time', async (t) => {
  const large = 'x'.repeat(20_000_000);
  const proxy = await startTestProxy(t, {
    environment: {
      HTTP2_CLEARTEXT: 'on',
      CLIENT_IDLE_TIMEOUT: '0.5',
      KEEPALIVE_TIMEOUT: '0.5',
      ADMIN_PORT: '0',
    },
    respond: (_request, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n${large}`),
  });
  const client = openFrameClient(proxy.port, settings([4, 0x7fffffff]));
  client.socket.pause();
  client.send(frame(WINDOW_UPDATE, 0, 0, uint32(0x7fff0000)), headers(1, get('/large')));
  await until(() => proxy.backend.requests.length === 1);
  const sessions = async () => /^waf_http2_sessions (\d+)$/m.exec(await proxy.metrics())?.[1];
  assert.equal(await sessions(), '1');
  await until(async () => (await sessions()) === '0');
  assert.equal(await sessions(), '0');
  client.socket.destroy();
});
