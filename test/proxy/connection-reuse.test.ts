/** Which requests may have a connection that has served another before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
