/** The dashboard and the alerts ask for metrics and labels that exist, and for all of them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Metric, metricTable } from '#proxy/metrics/metric-table.ts';
import { alerts } from '#scripts/monitoring/alerts.ts';
import { rows } from '#scripts/monitoring/rows.ts';
import { monitoringFiles } from '#scripts/monitoring.ts';

const metrics: ReadonlyMap<string, Metric> = new Map(Object.entries(metricTable));
const shown = rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries));
const queries = [...shown.map(({ query }) => query), ...alerts.map(({ when }) => when)];
const SERIES = /\b(?:coraza_waf|waf|process|nodejs)_[a-z0-9_]+/g;

/** The metric of a series that a query names; undefined: there is none. */
function metricOf(series: string): string | undefined {
  if (metrics.get(series)?.type !== 'histogram' && metrics.has(series)) return series;
  const histogram = series.replace(/_(?:bucket|sum|count)$/, '');
  const isPart = histogram !== series && metrics.get(histogram)?.type === 'histogram';
  return isPart ? histogram : undefined;
}

test('every query names metrics that exist', () => {
  const named = queries.flatMap((query) => query.match(SERIES) ?? []);
  assert.ok(named.length > 60, `${named.length} series`);
  assert.deepEqual(
    named.filter((series) => metricOf(series) === undefined),
    [],
  );
});

test('every metric is on the dashboard', () => {
  const named = new Set(shown.flatMap(({ query }) => query.match(SERIES) ?? []).map(metricOf));
  assert.deepEqual(
    [...metrics.keys()].filter((name) => !named.has(name)),
    [],
  );
});

test('counters are looked at by their growth, gauges as they are', () => {
  let looked = 0;
  for (const query of queries) {
    for (const { 0: series, index } of query.matchAll(SERIES)) {
      const type = metrics.get(metricOf(series) ?? '')?.type;
      const grows = /(?:rate|increase)\($/.test(query.slice(0, index));
      assert.equal(grows, type !== 'gauge', query);
      looked += 1;
    }
  }
  assert.ok(looked > 60);
});

test('the files are those that the script writes', () => {
  const files = monitoringFiles();
  assert.equal(files.length, 2);
  for (const [path, content] of files)
    assert.equal(readFileSync(path, 'utf8'), content, `npx tsx scripts/monitoring.ts: ${path}`);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const skip = hasPromtool ? false : 'there is no promtool (package prometheus)';

/** Runs promtool on files of a folder of its own. */
function promtool(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-promtool-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, output: stdout + stderr };
}

test('Prometheus reads every query of the dashboard', { skip }, () => {
  const rules = shown.map(({ query }, index) => {
    const expr = query
      .replaceAll('$instance', '.*')
      .replaceAll(/\$__(?:rate_interval|range)/g, '5m');
    return { record: `panel:${index}`, expr };
  });
  const file = JSON.stringify({ groups: [{ name: 'panels', rules }] });
  const { status, output } = promtool({ 'panels.yaml': file }, 'check', 'rules', 'panels.yaml');
  assert.equal(status, 0, output);
  assert.match(output, new RegExp(`SUCCESS: ${shown.length} rules found`));
});

/** Series that raise an alert: values a minute apart; and how long until it is raised. */
const RAISED: Readonly<
  Record<string, readonly [series: Readonly<Record<string, string>>, at: string]>
> = {
  PortcullisEngineFaults: [{ 'waf_engine_errors_total{instance="a"}': '0 1 1 1' }, '3m'],
  PortcullisBackendDown: [
    { 'waf_proxy_upstream_up{instance="a",upstream="b:80"}': '1 0x10' },
    '5m',
  ],
  PortcullisBackendsSlow: [
    {
      'waf_proxy_upstream_duration_seconds_bucket{instance="a",le="5"}': '0+0x40',
      'waf_proxy_upstream_duration_seconds_bucket{instance="a",le="10"}': '0+60x40',
      'waf_proxy_upstream_duration_seconds_bucket{instance="a",le="+Inf"}': '0+60x40',
    },
    '20m',
  ],
  PortcullisAttack: [
    { 'coraza_waf_blocked_requests_total{instance="a"}': '0+6x150 2000+6000x60' },
    '170m',
  ],
  PortcullisRulesNotLoaded: [
    { 'coraza_waf_plugin_loads_total{instance="a",status="failure"}': '0 0 1 1' },
    '3m',
  ],
  PortcullisReplicasDiffer: [
    {
      'waf_rule_set_info{profile="pl1",rule_set="x/1",instance="a"}': '1x60',
      'waf_rule_set_info{profile="pl1",rule_set="x/2",instance="b"}': '1x60',
    },
    '40m',
  ],
  PortcullisLogRecordsLost: [{ 'waf_log_records_lost_total{instance="a"}': '0 5 5' }, '2m'],
  PortcullisBodiesRefused: [
    { 'waf_inspection_refused_total{instance="a",reason="busy"}': '0+60x60' },
    '30m',
  ],
  PortcullisStepLimit: [{ 'waf_engine_steps_used_up_total{instance="a"}': '0+60x60' }, '30m'],
  PortcullisEventLoopSlow: [{ 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.5x20' }, '10m'],
  PortcullisMemory: [
    { 'process_resident_memory_bytes{instance="a"}': '1600000000+1000000x200' },
    '150m',
  ],
  PortcullisSharedStateLost: [
    { 'waf_shared_up{instance="a"}': '0x20', 'waf_shared_replicas{instance="a"}': '2x20' },
    '5m',
  ],
  PortcullisChangesLost: [{ 'waf_shared_changes_lost_total{instance="a"}': '0 0 7 7' }, '3m'],
  PortcullisCertificateExpires: [
    { 'waf_tls_certificate_expiry_seconds{instance="a"}': '86400x100' },
    '70m',
  ],
  PortcullisAbsent: [{}, '10m'],
};

test('every alert is raised by what it is for, and by nothing else', { skip }, async (context) => {
  assert.deepEqual(
    alerts.map(({ name }) => name),
    Object.keys(RAISED),
  );
  const rules = monitoringFiles()[1]?.[1] ?? '';
  for (const [name, [series, at]] of Object.entries(RAISED)) {
    await context.test(name, () => {
      // Something is scraped, unless that is what the alert is for.
      const scraped =
        name === 'PortcullisAbsent' ? {} : { 'waf_rule_set_info{instance="z"}': '1x300' };
      const input = Object.entries({ ...scraped, ...series });
      const cases = alerts.map((alert) => ({
        eval_time: at,
        alertname: alert.name,
        exp_alerts: [] as unknown[],
      }));
      const tests = {
        rule_files: ['alerts.yaml'],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: input.map(([each, values]) => ({ series: each, values })),
            alert_rule_test: cases.filter(({ alertname }) => alertname !== name),
          },
        ],
      };
      const files = { 'alerts.yaml': rules, 'tests.yaml': JSON.stringify(tests) };
      const others = promtool(files, 'test', 'rules', 'tests.yaml');
      assert.equal(others.status, 0, others.output);
      const silent = {
        ...tests,
        tests: tests.tests.map((each) => ({ ...each, alert_rule_test: cases })),
      };
      const raised = promtool(
        { ...files, 'tests.yaml': JSON.stringify(silent) },
        'test',
        'rules',
        'tests.yaml',
      );
      assert.match(raised.output, new RegExp(`alertname: ?${name}`), raised.output);
    });
  }
});
