/** What rules inspect before the first client's request: bounded in time, seen by nobody, like what clients send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '../../runtime/engine/host/compiled-waf.ts';
import { noServices } from '../../runtime/engine/host/host-services.ts';
import { warmRequest } from '../../runtime/proxy/waf/warm-requests.ts';
import { warmUp } from '../../runtime/proxy/waf/warm-up.ts';
import { loadRules } from '../helpers/run-rules.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { type StubPhases, stubWaf } from './helpers/stub-waf.ts';

function profileOf(phases: StubPhases) {
  return { name: 'pl1', waf: stubWaf(phases), services: noServices, records: undefined } as const;
}

test('four hundred requests a profile, each through all phases, or as many as there is time for', async () => {
  const seen: Transaction[] = [];
  const profile = profileOf({ phase5: (transaction) => seen.push(transaction) });
  assert.equal(await warmUp([profile, profile], 60_000), 800);
  assert.equal(seen.length, 800);
  const bodies = new Set(seen.map(({ requestBody }) => requestBody));
  assert.ok(bodies.size > 200, `${bodies.size} bodies`);
  assert.equal(await warmUp([profile], 0), 0);
  const slow = profileOf({
    phase1: () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return undefined;
    },
  });
  const count = await warmUp([slow], 200);
  assert.ok(count > 0 && count <= 21, `${count} in 200 ms`);
  const failing = profileOf({
    phase1: () => {
      throw new Error('rule failed');
    },
  });
  assert.equal(await warmUp([failing], 1000), 0);
});

test('requests are the same each time, and well formed', async () => {
  const rules = await loadRules(`
    SecRuleEngine DetectionOnly
    SecRequestBodyAccess On
    SecRule REQBODY_ERROR "!@eq 0" "id:1,phase:2,pass,log"
    SecRule MULTIPART_STRICT_ERROR "!@eq 0" "id:2,phase:2,pass,log"
    SecRule &ARGS "@gt 0" "id:3,phase:2,pass,log"
  `);
  let withArguments = 0;
  for (let index = 0; index < 50; index += 1) {
    assert.deepEqual(warmRequest(index), warmRequest(index));
    const { matched } = rules.exchange(warmRequest(index));
    assert.deepEqual(
      matched.filter((id) => id !== 3),
      [],
      JSON.stringify(warmRequest(index)),
    );
    if (matched.includes(3)) withArguments += 1;
  }
  assert.equal(withArguments, 40);
});

test('nothing of it is in logs or metrics, and a reload warms only what is new', async (t) => {
  let count = 0;
  const web = stubWaf({
    phase5: () => {
      count += 1;
    },
  });
  const proxy = await startTestProxy(t, {
    web,
    api: web,
    environment: { WARM_UP_TIME: '0.2', ADMIN_PORT: '0' },
  });
  assert.ok(count > 0, 'warmed');
  const warmed = count;
  await proxy.reload();
  assert.equal(count, warmed);
  const metrics = await proxy.metrics();
  const inspected = [...metrics.matchAll(/^coraza_waf_requests_total\{.*\} (\d+)$/gm)];
  assert.deepEqual(new Set(inspected.map(([, value]) => value)), new Set(['0']));
  assert.deepEqual(
    proxy.warnings.filter((line) => /engine/i.test(line)),
    [],
  );
});
