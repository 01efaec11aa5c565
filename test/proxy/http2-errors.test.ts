/** Errors of a connection end it at once, although a stream is open: a client cannot keep it with one packet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DATA,
  frame,
  GOAWAY,
  headers,
  openFrameClient,
  PING,
  PRIORITY,
  pseudo,
  RST_STREAM,
  SETTINGS,
  WINDOW_UPDATE,
} from './helpers/http2-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

const PADDED = 8;
const ACK = 1;
const PROTOCOL_ERROR = 1;
const FRAME_SIZE_ERROR = 6;

const errors: readonly (readonly [name: string, bytes: Buffer, code: number])[] = [
  ['padding longer than the frame', frame(DATA, PADDED, 1, '\xffa=1'), PROTOCOL_ERROR],
  ['no length of the padding', frame(DATA, PADDED, 1), PROTOCOL_ERROR],
  ['DATA on stream 0', frame(DATA, 0, 0, 'a'), PROTOCOL_ERROR],
  ['DATA on an idle stream', frame(DATA, 0, 9, 'a'), PROTOCOL_ERROR],
  ['a stream that depends on itself', frame(PRIORITY, 0, 3, '\0\0\0\x03\x01'), PROTOCOL_ERROR],
  ['short PRIORITY', frame(PRIORITY, 0, 3, '\0'), FRAME_SIZE_ERROR],
  ['short RST_STREAM', frame(RST_STREAM, 0, 1, '\0'), FRAME_SIZE_ERROR],
  ['short SETTINGS', frame(SETTINGS, 0, 0, '\0'), FRAME_SIZE_ERROR],
  [
    'acknowledged SETTINGS with content',
    frame(SETTINGS, ACK, 0, '\0\x01\0\0\0\0'),
    FRAME_SIZE_ERROR,
  ],
  ['short PING', frame(PING, 0, 0, '\0'), FRAME_SIZE_ERROR],
  ['short GOAWAY', frame(GOAWAY, 0, 0, '\0'), FRAME_SIZE_ERROR],
  ['short WINDOW_UPDATE', frame(WINDOW_UPDATE, 0, 0, '\0'), FRAME_SIZE_ERROR],
];

test('errors of a connection end it while a stream is open', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: {
      HTTP2_CLEARTEXT: 'on',
      ADMIN_PORT: '0',
      HEADERS_TIMEOUT: '600',
      KEEPALIVE_TIMEOUT: '600',
      CLIENT_IDLE_TIMEOUT: '600',
      REQUEST_TIMEOUT: '600',
    },
  });
  let run = 0;
  for (const [name, bytes, code] of errors) {
    await t.test(name, async () => {
      const client = openFrameClient(proxy.port);
      client.send(headers(1, pseudo('POST', '/open'), 0), bytes);
      await client.until(client.isClosed);
      assert.equal(client.goawayCode(), code);
      run += 1;
    });
  }
  assert.equal(errors.length, 12);
  assert.equal(run, 12);
  const records = await proxy.records('access', run);
  assert.equal(records.length, run);
  assert.deepEqual(proxy.backend.requests, []);
  const isOver = async (): Promise<boolean> =>
    /^waf_http2_sessions 0$/m.test(await proxy.metrics());
  await until(isOver);
  assert.ok(await isOver(), 'a connection is left');
  await until(() => proxy.backend.open() === 0);
});
