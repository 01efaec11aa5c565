/** Malformed messages over HTTP/2: refused, logged, and never forwarded; the connection goes on. */
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
  get,
  HEADERS,
  headerBlock,
  headers,
  openFrameClient,
  PING,
} from './helpers/http2-client.ts';
import { malformedHeads } from './helpers/malformed-heads.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

const REFUSED = new Set([0, 400, 405, 413, 417, 431]);

test('malformed heads reach no backend, end no connection, and are in the access log', async (t) => {
  const proxy = await startTestProxy(t, { environment: { HTTP2_CLEARTEXT: 'on' } });
  let run = 0;
  for (const { name, fields, body } of malformedHeads) {
    await t.test(rowTitle(name), async () => {
      const client = openFrameClient(proxy.port);
      client.send(headers(1, fields, body === undefined ? END_STREAM : 0));
      if (body !== undefined) client.send(frame(DATA, END_STREAM, 1, body));
      const status = await client.statusOf(1);
      assert.ok(REFUSED.has(status), `status ${status}`);
      client.send(headers(3, get('/good')));
      assert.equal(await client.statusOf(3), 200, 'the connection goes on');
      client.socket.destroy();
      run += 1;
    });
  }
  assert.equal(run, malformedHeads.length);
  assert.equal(run, 191);
  const forwarded = proxy.backend.requests.map(({ head }) => head.split('\r\n', 1)[0]);
  assert.deepEqual(forwarded, Array(run).fill('GET /good HTTP/1.1'));
  assert.doesNotMatch(proxy.backend.bytes(), /smuggled|admin/);
  const records = await proxy.records('access', 2 * run);
  const refused = records.filter(({ uri }) => uri !== '/good');
  assert.equal(refused.length, run);
  for (const record of refused) assert.equal(record['proto'], 'HTTP/2.0');
  assert.deepEqual([...new Set(refused.map(({ reason }) => reason))], ['protocol']);
});

test('a head that is never complete has one access and one audit record, and ends the connection', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { HTTP2_CLEARTEXT: 'on', HEADERS_TIMEOUT: '1' },
  });
  const fields = get('/unfinished');
  const begun = frame(HEADERS, END_STREAM, 1, headerBlock(fields));
  const long = headerBlock([['x-long', 'y'.repeat(16_000)]]);
  const rows: readonly (readonly [
    title: string,
    send: (client: FrameClient) => void,
    reason: string,
  ])[] = [
    ['no END_HEADERS', ({ send }) => send(begun), 'request took too long'],
    [
      'a part of a frame',
      ({ send }) => send(headers(1, get('/unfinished', ['x', 'y'])).subarray(0, -2)),
      'request took too long',
    ],
    [
      'a part of a frame with padding and priority',
      ({ send }) => {
        const payload = Buffer.concat([
          Buffer.from([4, 0, 0, 0, 0, 9]),
          headerBlock(fields),
          Buffer.alloc(4),
        ]);
        send(frame(HEADERS, END_STREAM | END_HEADERS | 0x28, 1, payload).subarray(0, -1));
      },
      'request took too long',
    ],
    [
      'interrupted by PING',
      ({ send }) => send(begun, frame(PING, 0, 0, '12345678')),
      'header section interrupted',
    ],
    [
      'more than 64 KB',
      ({ send }) => {
        send(begun);
        for (let n = 0; n < 5; n += 1) send(frame(CONTINUATION, 0, 1, long));
      },
      'header section too large',
    ],
    [
      'invalid HPACK',
      ({ send }) => {
        const block = Buffer.concat([headerBlock(fields), Buffer.from([0x80])]);
        send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block));
      },
      'invalid header compression',
    ],
    [
      'the client resets the connection',
      ({ send, socket }) => {
        send(begun);
        setTimeout(() => socket.resetAndDestroy(), 200);
      },
      'message cut short',
    ],
    [
      'the client ends its side',
      ({ send, socket }) => {
        send(begun);
        setTimeout(() => socket.end(), 200);
      },
      'message cut short',
    ],
  ];
  let ran = 0;
  for (const [title, send, reason] of rows) {
    await t.test(title, async () => {
      const client = openFrameClient(proxy.port);
      send(client);
      await client.until(client.isClosed);
      const [access, audit] = await Promise.all([
        proxy.records('access', ran + 1),
        proxy.records('audit', ran + 1),
      ]);
      assert.equal(access.length, ran + 1);
      assert.equal(audit.length, ran + 1);
      const { uri, status, detail } = access.at(-1) ?? {};
      assert.deepEqual(
        [uri, status, detail],
        ['/unfinished', 0, `Malformed HTTP/2 request: ${reason}`],
      );
      assert.match(JSON.stringify(audit.at(-1)), /"status":0\b/);
    });
    ran += 1;
  }
  assert.equal(ran, 8);
  assert.equal(proxy.backend.bytes(), '');
});

test('trailers that are never complete add no record to that of their request', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { HTTP2_CLEARTEXT: 'on', HEADERS_TIMEOUT: '1' },
  });
  const client = openFrameClient(proxy.port);
  client.send(
    headers(1, get('/trailers'), 0),
    frame(HEADERS, END_STREAM, 1, headerBlock([['x', 'y']])),
  );
  await client.until(client.isClosed);
  const records = await proxy.records('access', 1);
  assert.deepEqual(
    records.map(({ uri, status }) => [uri, status]),
    [['/trailers', 0]],
  );
});
