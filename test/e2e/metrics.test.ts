/** What /metrics of the built proxy looks like to Prometheus. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { type Metric, metricTable } from '#proxy/metrics/metric-table.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

type Scraped = { readonly port: number; readonly scrape: () => Promise<string> };

async function start(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<Scraped> {
  const adminPort = await freePort();
  const settings = { ...environment, ADMIN_PORT: String(adminPort) };
  const { port } = await startProxyProcess(t, { environment: settings });
  const scrape = async (): Promise<string> =>
    (await exchangeRaw(adminPort, rawRequest('/metrics'))).body;
  return { port, scrape };
}

/** Without TLS there is no certificate. */
const ABSENT = 'waf_tls_certificate_expiry_seconds';
/** Counted before any request. */
const BUSY = ['coraza_waf_plugin_loads_total', 'process_cpu_seconds_total'];

test('what a fresh process counts is there at 0', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  for (const WORKERS of ['0', '2']) {
    const text = await (await start(t, { WORKERS })).scrape();
    const table = Object.entries<Metric>(metricTable);
    const missing = table.filter(([name]) => !text.includes(`# TYPE ${name} `));
    assert.deepEqual(
      missing.map(([name]) => name),
      [ABSENT],
    );
    const counters = table.filter(([, { type }]) => type === 'counter').map(([name]) => name);
    let series = 0;
    for (const name of counters) {
      const lines = text.split('\n').filter((line) => line.split(/[{ ]/, 1)[0] === name);
      assert.ok(lines.length > 0, name);
      for (const line of BUSY.includes(name) ? [] : lines) assert.match(line, / 0$/);
      series += lines.length;
    }
    assert.ok(counters.length >= 17, `${counters.length} counters`);
    console.log(`WORKERS=${WORKERS}: ${counters.length} counters, ${series} series at the start`);
  }
});

test('promtool finds no fault but a name that other engines have too', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  if (spawnSync('promtool', ['--version']).status !== 0) {
    return t.skip('promtool is not here: Debian has it in the package prometheus');
  }
  const { port, scrape } = await start(t, { WORKERS: '2' });
  for (const target of ['/', "/?id=1'%20OR%20'1'='1", '/%00']) {
    await exchangeRaw(port, rawRequest(target, ['User-Agent: x', 'Accept: */*']));
  }
  const blocked = /^coraza_waf_requests_total\{profile="pl1",[^}]*outcome="block"\} [1-9]/m;
  await until(async () => blocked.test(await scrape()));
  const input = await scrape();
  assert.match(input, blocked);
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input,
    encoding: 'utf8',
  });
  const found = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  const unknown = found.filter((line) => !line.startsWith('coraza_waf_plugin_rule_count '));
  assert.deepEqual(unknown, []);
  console.log(`promtool: ${input.split('\n').length} lines, ${found.length} known finding`);
});
