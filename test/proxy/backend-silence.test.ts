/** A backend that stops sending is given up in time, and is not blamed for a client that stops reading. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

const BYTES = 50_000_000;
const LONG_BODY = 'x'.repeat(300_000);
const AFTER_IDLE_MS = 700;

test('a backend that closes the connection is told from one that resets it', async (t) => {
  const closed = 'Bad Gateway: backend closed the connection without a response';
  const reset = 'Bad Gateway: connection reset by peer';
  const proxy = await startTestProxy(t, { environment: { ADMIN_PORT: '0' } });
  const rows = [
    ['', 'end', closed],
    ['HTTP/1.1 200 OK\r\nContent-Le', 'end', closed],
    ['', 'resetAndDestroy', reset],
  ] as const;
  for (const [head, ending, text] of rows) {
    proxy.backend.respond = (_request, socket) => {
      if (head !== '') socket.write(head);
      socket[ending]();
    };
    for (const method of ['GET', 'POST']) {
      const reply = await exchangeRaw(proxy.port, rawRequest('/', [], { method }));
      assert.equal(reply.body.split('\n')[0], text, `${method} ${ending}`);
    }
  }
  const metrics = await proxy.metrics();
  assert.match(metrics, /^waf_proxy_upstream_errors_total\{kind="closed"\} 4$/m);
  assert.match(metrics, /^waf_proxy_upstream_errors_total\{kind="reset"\} 2$/m);
});

test('a backend that falls silent within its response is given up, however late the response began', async (t) => {
  const rows = [
    ['a short body, an early response', 'a=b', 0],
    ['a short body, a late response', 'a=b', AFTER_IDLE_MS],
    ['a long body, an early response', LONG_BODY, 0],
    ['a long body, a late response', LONG_BODY, AFTER_IDLE_MS],
  ] as const;
  let ran = 0;
  for (const [name, body, delayMs] of rows) {
    await t.test(name, async (t) => {
      const proxy = await startTestProxy(t, {
        environment: { BACKEND_IDLE_TIMEOUT: '0.3', BACKEND_RESPONSE_TIMEOUT: '20' },
        respond: (_request, socket) => {
          const begin = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel';
          setTimeout(() => socket.write(begin), delayMs);
        },
      });
      const request = rawRequest('/', [], { method: 'POST', body });
      const reply = await exchangeRaw(proxy.port, request, { untilClose: true });
      assert.equal(reply.closed, true);
      assert.equal(reply.body, 'hel');
      const [record] = await proxy.records('access');
      assert.equal(record?.['reason'], 'upstream');
      await until(() => proxy.backend.open() === 0);
      ran += 1;
    });
  }
  assert.equal(ran, 4);
});

test('a client that stops reading is the cause of its end, not the backend', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { CLIENT_IDLE_TIMEOUT: '0.5', BACKEND_IDLE_TIMEOUT: '0.5', ADMIN_PORT: '0' },
    respond: sendMuch,
  });
  const socket = connect(proxy.port, '127.0.0.1', () => socket.write(rawRequest('/')));
  socket.pause();
  const [record] = await proxy.records('access');
  socket.destroy();
  assert.equal(record?.['reason'], 'client-gone');
  assert.doesNotMatch(await proxy.metrics(), /^waf_proxy_upstream_errors_total\{.*\} [1-9]/m);
});

test('a client may stop reading for longer than a backend may be silent', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { BACKEND_IDLE_TIMEOUT: '0.3' },
    respond: sendMuch,
  });
  const socket = connect(proxy.port, '127.0.0.1', () => socket.write(rawRequest('/')));
  socket.pause();
  await until(() => proxy.backend.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 3 * AFTER_IDLE_MS));
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  socket.resume();
  await until(() => received > BYTES || socket.destroyed);
  assert.ok(received > BYTES, `${received} bytes`);
  socket.destroy();
});

function sendMuch(_request: unknown, socket: { write: (text: string) => unknown }): void {
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${BYTES}\r\n\r\n${'x'.repeat(BYTES)}`);
}
