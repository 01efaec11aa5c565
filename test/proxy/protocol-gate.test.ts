/** docs/spec/http.md#framing and docs/spec/http.md#host-and-headers, over raw sockets against recording backends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { refusedMessages } from './helpers/refused-messages.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

for (const host of [
  'u@web.test',
  'web.test:99999',
  'web.test/../api',
  '[::1',
  'a b',
  'web.test:',
  'web..test',
  '.web.test',
  'web.test:80:80',
  'w\xe9b.test',
  'web.test%00',
  '[::g]',
  'web.test#x',
  'web.test?x',
  'http://web.test',
  'web.test,api.test',
]) {
  test(`Host ${JSON.stringify(host)} is refused [H3]`, async (t) => {
    const proxy = await startTestProxy(t);
    const reply = await exchangeRaw(proxy.port, rawRequest('/', [], { host }));
    assert.equal(reply.status, 400);
    assert.equal(proxy.backend.bytes(), '');
  });
}

test('refused messages are answered, closed, logged once, and never forwarded', async (t) => {
  const proxy = await startTestProxy(t);
  let ran = 0;
  const refuse = async ([name, bytes, status]: (typeof refusedMessages)[number]): Promise<void> => {
    const reply = await exchangeRaw(proxy.port, bytes, { untilClose: true });
    const expected = typeof status === 'number' ? [status] : status;
    assert.ok(expected.includes(reply.status), `${name}: ${reply.status}\n${reply.bytes}`);
    assert.ok(reply.closed, `${name}: connection left open`);
    assert.match(reply.body, /Request id: \S+\n$/, name);
    assert.equal(proxy.backend.bytes(), '', name);
    ran += 1;
  };
  await Promise.all(refusedMessages.map(refuse));
  assert.equal(ran, refusedMessages.length);
  const records = await proxy.records('access', refusedMessages.length);
  assert.equal(records.length, refusedMessages.length);
  console.log(`${ran} refused messages, 0 bytes at the backend, ${records.length} access records`);
});
