/** What rules inspect before the first client's request: bounded in time, seen by nobody, like what clients send. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { noServices } from '#engine/host/host-services.ts';
import { warmUp } from '#proxy/process/warm-up/warm-up.ts';
import { warmUpLater } from '#proxy/process/warm-up/warm-up-later.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { ATTACK_REQUESTS, attackRequest } from '#proxy/waf/attack-requests.ts';
import { warmRequest } from '#proxy/waf/warm-requests.ts';
import { loadRules } from '../helpers/run-rules.ts';
import { moduleText } from './helpers/module-text.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { type StubPhases, stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

/** Where modules that a test writes note each transaction that is over. */
const COUNT = 'globalThis.portcullisWarmed';

function profileOf(phases: StubPhases) {
  const source = { kind: 'Bundled' } as const;
  const waf = stubWaf(phases);
  return { name: 'pl1', waf, source, services: noServices, records: undefined } as const;
}

const { settings } = readSettings({ PROXY_WEB_HOSTS: 'web.test' });
/** More than it takes: nothing is left out for lack of time. */
const PLENTY_MS = 60_000;

test('whole exchanges with each profile in turn', async () => {
  const bodies: string[] = [];
  const types: (string | undefined)[] = [];
  const seen = { web: 0, api: 0 };
  const web = profileOf({
    phase2: (body) => {
      bodies.push(body);
      return undefined;
    },
    phase3: ({ headers }) => {
      types.push(headers.find(([name]) => name === 'Content-Type')?.[1]);
      return undefined;
    },
    phase5: () => {
      seen.web += 1;
    },
  });
  const api = profileOf({
    phase5: () => {
      seen.api += 1;
    },
  });
  const before = process.getActiveResourcesInfo().length;
  assert.equal(await warmUp(settings, [web, api], PLENTY_MS), 300);
  // The last connection closes a moment later.
  await until(() => seen.web === 150 && seen.api === 150);
  assert.deepEqual(seen, { web: 150, api: 150 });
  assert.ok(new Set(bodies).size > 35, `${new Set(bodies).size} bodies`);
  assert.ok(bodies.filter((body) => body === '').length > 60, 'most requests have no body');
  assert.equal(types.length, 150);
  assert.ok(new Set(types).size === 5, [...new Set(types)].join());
  await until(() => process.getActiveResourcesInfo().length <= before);
  assert.ok(process.getActiveResourcesInfo().length <= before, 'sockets and timers are left');
});

test('it takes no longer than it may, and a module that throws does no harm', async () => {
  assert.equal(await warmUp(settings, [profileOf({})], 0), 0);
  assert.equal(await warmUp(settings, [], PLENTY_MS), 0);
  let begun = 0;
  const slow = profileOf({
    phase1: () => {
      begun += 1;
      const { user } = process.cpuUsage();
      while (process.cpuUsage().user < user + 50_000);
      return undefined;
    },
  });
  await warmUp(settings, [slow], 200);
  assert.ok(begun <= 5, `${begun} of 50 ms in 200 ms`);
  const failing = profileOf({
    phase1: () => {
      throw new Error('rule failed');
    },
  });
  assert.equal(await warmUp(settings, [failing], PLENTY_MS), 300);
});

test('later it inspects every kind of request, and a module that throws does no harm', async () => {
  const types = new Set<string | undefined>();
  let begun = 0;
  const web = profileOf({
    phase1: ({ headers }) => {
      types.add(headers.find(([name]) => name === 'Content-Type')?.[1]);
      return undefined;
    },
  });
  const failing = profileOf({
    phase1: () => {
      begun += 1;
      throw new Error('rule failed');
    },
  });
  warmUpLater(web, 0, 0);
  warmUpLater(failing, 0, 0);
  await until(() => begun === ATTACK_REQUESTS && types.size === 5);
  assert.deepEqual([begun, types.size], [ATTACK_REQUESTS, 5]);
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
  for (let index = 0; index < 12; index += 1) {
    assert.deepEqual(attackRequest(index), attackRequest(index));
    const { matched } = rules.exchange(attackRequest(index));
    assert.ok(!matched.includes(1) && !matched.includes(2), JSON.stringify(attackRequest(index)));
  }
});

test('backends, logs, metrics and limits know nothing of it', async (t) => {
  let count = 0;
  const web = stubWaf({
    phase5: () => {
      count += 1;
    },
  });
  const proxy = await startTestProxy(t, {
    web,
    environment: {
      WARM_UP_TIME: '60',
      ADMIN_PORT: '0',
      PROXY_RATE_LIMIT: '1',
      PROXY_RATE_BURST: '1',
      PROXY_APIS_HOSTS: '',
    },
  });
  assert.ok(count >= 239, `${count} exchanges`);
  assert.equal(proxy.backend.requests.length, 0);
  const metrics = await proxy.metrics();
  const counters = metrics.matchAll(/^\w+(?:_total|_count)(?:\{.*\})? [1-9].*$/gm);
  const counted = [...counters].map(([line]) => line.replace(/[{ ].*/, ''));
  // Of the start itself.
  const expected = new Set([
    'coraza_waf_plugin_loads_total',
    'coraza_waf_plugin_rule_count',
    'process_cpu_seconds_total',
  ]);
  assert.deepEqual(new Set(counted), expected);
  assert.deepEqual(
    proxy.warnings.filter((line) => /engine|request/i.test(line)),
    [],
  );
  const reply = await exchangeRaw(proxy.port, rawRequest('/'));
  assert.equal(reply.status, 200);
  const records = await proxy.records('access');
  assert.deepEqual(
    records.map(({ uri }) => uri),
    ['/'],
  );
});

test('a reload warms what is new before it is in force', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-warm-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const module = join(folder, 'rules.mjs');
  const counting = (word: string): string =>
    moduleText(word).replace(
      'close: () => {}',
      `close: () => request.headers.some(([, value]) => value === 'profile0.test') && ${COUNT}.push('${word}')`,
    );
  const closed: string[] = [];
  Object.assign(globalThis, { portcullisWarmed: closed });
  t.after(() => Reflect.deleteProperty(globalThis, 'portcullisWarmed'));
  writeFileSync(module, counting('first'));
  const proxy = await startTestProxy(t, {
    environment: { WARM_UP_TIME: '60', ENGINE_RULES_PATH_SITES: module, PROXY_APIS_HOSTS: '' },
  });
  await until(() => closed.length === 300);
  assert.deepEqual([closed.length, new Set(closed)], [300, new Set(['first'])]);
  await proxy.reload();
  assert.equal(closed.length, 300);
  writeFileSync(module, counting('second'));
  const isBlocked = async (): Promise<boolean> => {
    const { status } = await exchangeRaw(proxy.port, rawRequest('/first'));
    return status === 403;
  };
  let over = false;
  const reload = proxy.reload().then(() => {
    over = true;
  });
  await until(() => closed.includes('second'));
  // While the new one warms up, the old one judges.
  if (!over) assert.ok((await isBlocked()) || over);
  await reload;
  await until(() => closed.length === 600);
  assert.equal(closed.length, 600);
  assert.equal(await isBlocked(), false);
});
