import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricTable } from '#proxy/metrics/metric-table.ts';
import { Metrics } from '#proxy/metrics/metrics.ts';

const NAME = 'waf_proxy_request_duration_seconds';

test('a value counts in the bucket of its bound and in all above, and in sum and count', () => {
  const metrics = new Metrics();
  const { buckets } = metricTable[NAME];
  const [first = 0, second = 0] = buckets;
  const add = metrics.histogram(NAME, { host_class: 'web' });
  const values = [first, first, (first + second) / 2, 1e9];
  for (const value of values) add(value);
  metrics.histogram(NAME, { host_class: 'api' })(0);
  const series = new Map(metrics.snapshot());
  const count = (le: number | string) => series.get(`${NAME}_bucket{host_class="web",le="${le}"}`);
  assert.deepEqual([...buckets, '+Inf'].map(count), [2, ...buckets.slice(1).map(() => 3), 4]);
  assert.equal(series.get(`${NAME}_count{host_class="web"}`), 4);
  assert.equal(
    series.get(`${NAME}_sum{host_class="web"}`),
    values.reduce((a, b) => a + b),
  );
  assert.equal(series.get(`${NAME}_count{host_class="api"}`), 1);
});
