/** Which requests may have a connection that has served another before. */
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { IdleConnections } from '#proxy/backend/idle-connections.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { wait } from './helpers/start-process.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

test('a POST takes only a connection that the backend is known to keep', async (t) => {
  const proxy = await startTestProxy(t);
  const { backend } = proxy;
  const send = async (method: string): Promise<number> => {
    const body = method === 'GET' ? '' : 'a=b';
    const reply = await exchangeRaw(proxy.port, rawRequest('/', [], { method, body }));
    assert.equal(reply.status, 200);
    return backend.connections();
  };
  assert.equal(await send('GET'), 1);
  assert.equal(await send('GET'), 1, 'a GET may be repeated');
  assert.equal(await send('POST'), 2, 'too young');
  await wait(1100);
  assert.equal(await send('POST'), 2, 'old enough');
  backend.requests[0]?.socket.destroy();
  backend.requests.at(-1)?.socket.destroy();
  await wait(100);
  assert.equal(await send('GET'), 3);
  await wait(1100);
  assert.equal(await send('POST'), 4, 'the backend has closed an idle one');
  assert.equal(await send('GET'), 4);
});

test('at most 256 idle connections are kept', () => {
  const idle = new IdleConnections(60_000, () => true);
  const sockets = Array.from({ length: 257 }, () => new Socket());
  for (const socket of sockets) {
    idle.watch(socket);
    idle.add(socket);
  }
  const closed = sockets.filter((socket) => socket.destroyed);
  assert.deepEqual(closed, [sockets.at(-1)]);
  assert.equal(idle.take('repeatable'), sockets.at(-2));
  idle.close();
  assert.equal(sockets.filter((socket) => socket.destroyed).length, 256);
});
