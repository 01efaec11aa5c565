/** The admin port: health, readiness, metrics. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMetrics } from '#proxy/metrics/metrics.ts';
import { compileText } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

test('the admin port serves /healthz, /readyz, /metrics and nothing else', async (t) => {
  const proxy = await startTestProxy(t, { environment: { ADMIN_PORT: '0' } });
  const health = await proxy.admin('/healthz');
  assert.equal(health.status, 200);
  assert.equal(health.body, 'OK\n');
  const ready = await proxy.admin('/readyz');
  assert.equal(ready.status, 200);
  assert.deepEqual(JSON.parse(ready.body), {
    status: 'ready',
    checks: { rules: true, geoip: true, accepting: true },
  });
  assert.equal((await proxy.admin('/other')).status, 404);
  for (const path of ['/healthz', '/readyz', '/metrics'])
    assert.equal((await proxy.admin(`${path}?probe=1`)).status, 200, path);
  const post = await exchangeRaw(
    proxy.adminPort ?? 0,
    rawRequest('/healthz', [], { method: 'POST' }),
  );
  assert.equal(post.status, 405);
  assert.equal(
    (await exchangeRaw(proxy.port, rawRequest('/metrics'))).body,
    'hello',
    'not on the public port',
  );
});

test('/readyz says no while the proxy drains', async (t) => {
  const proxy = await startTestProxy(t, {
    environment: { ADMIN_PORT: '0', SHUTDOWN_TIMEOUT: '2' },
    respond: (_request, socket) => {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), 500);
    },
  });
  const pending = exchangeRaw(proxy.port, rawRequest('/'));
  await until(() => proxy.backend.requests.length === 1);
  const stopped = proxy.stop();
  const ready = await proxy.admin('/readyz');
  assert.equal(ready.status, 503);
  assert.equal(JSON.parse(ready.body).checks.accepting, false);
  assert.equal((await pending).status, 200);
  await stopped;
});

test('what happens is counted', async (t) => {
  const web = stubWaf({
    phase1: ({ target }) => {
      if (target === '/throw') throw new Error('rule failed');
      return target.includes('evil') ? { kind: 'deny', ruleId: 666, status: 403 } : undefined;
    },
    overrides: [{ ruleId: 7, type: 'disabled' }],
  });
  const proxy = await startTestProxy(t, {
    web,
    environment: {
      ADMIN_PORT: '0',
      PROXY_BLOCK_BOTS: 'on',
      PROXY_RATE_LIMIT: '1000',
      PROXY_RATE_BURST: '1000',
    },
  });
  for (const target of ['/', '/evil', '/evil', '/throw'])
    await exchangeRaw(proxy.port, rawRequest(target));
  await exchangeRaw(proxy.port, rawRequest('/', ['User-Agent: googlebot']));
  await exchangeRaw(proxy.port, rawRequest('/', [], { host: 'x.test' }));
  await exchangeRaw(proxy.port, rawRequest('/', [], { host: 'b ad' }), { untilClose: true });
  await exchangeRaw(proxy.port, rawRequest('/', [], { method: 'BREW' }), { untilClose: true });
  const text = await proxy.metrics();
  const expected = [
    'coraza_waf_requests_total{profile="pl1",driver_type="node",outcome="block"} 2',
    'coraza_waf_requests_total{profile="pl1",driver_type="node",outcome="error"} 1',
    'coraza_waf_rule_hits_total{profile="pl1",driver_type="node",rule_id="666",severity="critical",outcome="block"} 2',
    'coraza_waf_blocked_requests_total{profile="pl1",driver_type="node",category="sqli",severity="critical"} 2',
    'coraza_waf_plugin_loads_total{driver_type="node",status="success"} 1',
    'coraza_waf_plugin_rule_count{profile="pl1",driver_type="node"} 1',
    'waf_rule_set_info{profile="pl1",rule_set="stub 1.0",compiler="none"} 1',
    'coraza_waf_rule_overrides{profile="pl1",driver_type="node",rule_id="7",type="disabled"} 1',
    'coraza_waf_rule_overrides{profile="pl2",driver_type="node"} 0',
    'waf_bot_blocked_total 1',
    'waf_host_rejected_total 1',
    'waf_protocol_refused_total 2',
    'waf_engine_errors_total{policy="closed"} 1',
    'waf_ratelimit_tracked_ips 1',
    'waf_proxy_requests_total{host_class="web",method="GET",code="403"} 2',
    'waf_proxy_requests_in_flight 0',
  ];
  for (const line of expected) assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
  assert.equal(expected.length, 16);
  for (const line of text.trim().split('\n')) {
    assert.match(
      line,
      /^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{([a-z_]+="[^"]*",?)+\})? -?[0-9.e+-]+)$/,
    );
  }
  assert.match(text, /^waf_engine_phase_duration_seconds_bucket\{phase="1",le="\+Inf"\} \d+$/m);
});

test('figures of several processes are added, or the largest is taken', () => {
  const text = renderMetrics([
    [
      ['waf_bot_blocked_total', 2],
      ['waf_proxy_upstream_up{upstream="a"}', 0],
    ],
    [
      ['waf_bot_blocked_total', 3],
      ['waf_proxy_upstream_up{upstream="a"}', 1],
    ],
  ]);
  assert.match(text, /^waf_bot_blocked_total 5$/m);
  assert.match(text, /^waf_proxy_upstream_up\{upstream="a"\} 1$/m);
});

test('a blocked request counts with its most severe rule, of those with an attack tag where there are any', async (t) => {
  const { program } = compileText(`SecRuleEngine On
SecRule ARGS:a "@streq 1" "id:1,phase:1,pass,log,severity:WARNING,tag:'attack-generic'"
SecRule ARGS:b "@streq 1" "id:2,phase:1,pass,log,severity:ERROR"
SecRule ARGS:c "@streq 1" "id:3,phase:1,pass,log,severity:NOTICE,tag:'attack-xss'"
SecRule ARGS:d "@streq 1" "id:4,phase:1,pass,log,severity:CRITICAL,tag:'attack-sqli'"
SecAction "id:5,phase:1,deny,log,msg:'Only compares'"
`);
  assert.ok(program !== undefined);
  const web = await loadProgram(program);
  const rows = [
    ['/', 'category="other",severity="unknown"'],
    ['/?a=1', 'category="other",severity="warning"'],
    ['/?a=1&b=1', 'category="other",severity="error"'],
    ['/?a=1&b=1&c=1', 'category="xss",severity="notice"'],
    ['/?c=1&d=1', 'category="sqli",severity="critical"'],
  ] as const;
  const proxy = await startTestProxy(t, { web, environment: { ADMIN_PORT: '0' } });
  for (const [target] of rows) await exchangeRaw(proxy.port, rawRequest(target));
  const counted = (await proxy.metrics()).match(/^coraza_waf_blocked_requests_total.* [1-9]\d*$/gm);
  const expected = rows.map(
    ([, labels]) =>
      `coraza_waf_blocked_requests_total{profile="pl1",driver_type="node",${labels}} 1`,
  );
  assert.deepEqual(counted?.toSorted(), expected.toSorted());
  assert.equal(rows.length, 5);
});
