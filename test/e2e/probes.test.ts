import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { probeRequests } from './helpers/probes.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];

test('a plain request passes on both kinds of host and is not in the audit log', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t);
  for (const host of ['web.test', 'api.test']) {
    const reply = await exchangeRaw(proxy.port, rawRequest('/', BROWSER, { host }));
    assert.equal(reply.status, 200, reply.bytes);
    assert.equal(reply.body, 'hello');
  }
  assert.equal(proxy.backend.requests.length, 2);
  assert.match(proxy.backend.requests[0]?.head ?? '', /^GET \/ HTTP\/1\.1\r\nHost: web\.test\r\n/);
  assert.deepEqual(proxy.auditRecords(), []);
});

test('a host that no list names is refused', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const proxy = await startProxyProcess(t);
  const reply = await exchangeRaw(proxy.port, rawRequest('/', BROWSER, { host: 'other.test' }));
  assert.equal(reply.status, 403);
  assert.match(reply.body, /^WAF not configured for this host\n/);
  assert.equal(proxy.backend.requests.length, 0);
});

for (const host of ['web.test', 'api.test']) {
  test(`every probe is blocked and logged with its rules on ${host}`, async (t) => {
    if (!isBuilt(t, PROXY)) return;
    const proxy = await startProxyProcess(t);
    const probes = probeRequests(host);
    for (const { name, text, method, rules } of probes) {
      const reply = await exchangeRaw(proxy.port, text);
      assert.equal(reply.status, 403, `${name}: ${reply.bytes}`);
      assert.match(reply.head, /\r\nContent-Type: text\/plain; charset=utf-8\r\n/, name);
      assert.match(reply.body, /^Request blocked by WAF \(body\)\n/, name);
      const id = /\r\nX-Request-Id: (\S+)/i.exec(reply.head)?.[1] ?? 'no id';
      assert.ok(reply.body.trimEnd().endsWith(id), name);
      const { transaction } = proxy.auditRecords().at(-1) ?? assert.fail(name);
      assert.equal(transaction.id, id, name);
      assert.equal(transaction.client_ip, '127.0.0.1');
      assert.equal(transaction.request.method, method);
      assert.equal(transaction.response.status, 403);
      const ids = transaction.messages.map((message) => message.rule_id);
      assert.ok(
        ids.some((ruleId) => rules.test(ruleId)),
        `${name}: ${ids}`,
      );
      assert.ok(ids.includes('949110'), `${name}: ${ids}`);
    }
    assert.equal(probes.length, 22);
    assert.equal(proxy.auditRecords().length, probes.length);
    assert.equal(proxy.backend.requests.length, 0);
  });
}
