/** HTTP2_CLEARTEXT: heads that are never complete, and begin like the preface of HTTP/2 as well, are those of HTTP/1. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';

const BEGINNINGS = ['P', 'PR'];
const ENDINGS: readonly (readonly [ending: string, end: (socket: Socket) => void])[] = [
  ['nothing', () => {}],
  ['FIN', (socket) => socket.end()],
  ['RST', (socket) => socket.resetAndDestroy()],
];

/** Sends bytes, and ends the connection a little later. Returns the status line of the reply; "" when there is none. */
async function cut(
  { port }: TestProxy,
  bytes: string,
  end: (socket: Socket) => void,
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('end', () => socket.end());
  socket.write(bytes);
  await pause(100);
  end(socket);
  await closed;
  return received.split('\r\n', 1)[0] ?? '';
}

/** What a proxy makes of all of them: the replies, and what the records say. */
async function outcomes(proxy: TestProxy): Promise<unknown> {
  const cuts = BEGINNINGS.flatMap((bytes) =>
    ENDINGS.map(async ([ending, end]) => [bytes, ending, await cut(proxy, bytes, end)]),
  );
  const replies = await Promise.all(cuts);
  const access = await proxy.records('access', cuts.length);
  const audit = await proxy.records('audit', cuts.length);
  const rows = access.map(({ method, proto, status, detail, client_ip }) =>
    JSON.stringify([method, proto, status, detail, client_ip]),
  );
  assert.equal(access.length, 6);
  assert.equal(audit.length, 6);
  return [replies, rows.toSorted()];
}

test('heads that stop at P or PR get the replies and records of HTTP/1', async (t) => {
  const environment = { HEADERS_TIMEOUT: '1' };
  const http1 = await startTestProxy(t, { environment });
  const http2 = await startTestProxy(t, {
    environment: { ...environment, HTTP2_CLEARTEXT: 'on' },
  });
  assert.deepEqual(await outcomes(http2), await outcomes(http1));
  assert.equal(http2.backend.bytes(), '');
});

test('without rules such heads are recorded unless reset; a silent connection and a part of the preface are not', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { HEADERS_TIMEOUT: '1', HTTP2_CLEARTEXT: 'on', ENGINE_MODE: 'off' },
  });
  assert.equal(await cut(proxy, '', () => {}), '');
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r';
  for (const [, end] of ENDINGS) assert.equal(await cut(proxy, preface, end), '');
  await cut(proxy, 'PR', (socket) => socket.resetAndDestroy());
  assert.equal(await cut(proxy, 'PR', () => {}), 'HTTP/1.1 408 Request Timeout');
  const records = await proxy.records('access', 1);
  assert.deepEqual(
    records.map(({ method, status }) => [method, status]),
    [['PR', 408]],
  );
});
