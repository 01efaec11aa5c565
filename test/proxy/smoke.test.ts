/** The shortest way through the proxy: pass, block, reject. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

test('a request passes, an attack does not, and both are logged', async (t) => {
  const proxy = await startTestProxy(t);
  const passed = await exchangeRaw(proxy.port, rawRequest('/a?b=c'));
  assert.equal(passed.status, 200);
  assert.equal(passed.body, 'hello');
  const blocked = await exchangeRaw(proxy.port, rawRequest('/?q=evil'));
  assert.equal(blocked.status, 403);
  assert.match(blocked.body, /^Request blocked by WAF\n/);
  const body = await exchangeRaw(
    proxy.port,
    rawRequest('/', [], { method: 'POST', body: 'x=evil' }),
  );
  assert.equal(body.status, 403);
  assert.match(body.body, /^Request blocked by WAF \(body\)\n/);
  const unknown = await exchangeRaw(proxy.port, rawRequest('/', [], { host: 'other.test' }));
  assert.equal(unknown.status, 403);
  assert.match(unknown.body, /^WAF not configured for this host\n/);
  assert.equal(proxy.backend.requests.length, 1);
  console.log(proxy.backend.requests[0]?.head);
  console.log(
    proxy.lines,
    proxy.warnings,
    await proxy.records('access'),
    await proxy.records('audit'),
  );
});
