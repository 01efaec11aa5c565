/** What the primary process collects from its workers: replies, metrics and warnings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOnceBy } from '#proxy/process/warn-once.ts';
import { createWorkerMetrics } from '#proxy/process/worker-metrics.ts';
import { createWorkerPoll } from '#proxy/process/worker-poll.ts';

test('replies are collected until all have come, or the time is over', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const poll = createWorkerPoll<string>(1000);
  const ids: number[] = [];
  const request = (id: number): void => {
    ids.push(id);
  };
  const all = poll.collect([request, request]);
  assert.deepEqual(ids, [1, 1]);
  poll.receive(1, 'a');
  poll.receive(1, 'b');
  assert.deepEqual(await all, ['a', 'b']);

  const some = poll.collect([request, request]);
  poll.receive(1, 'late reply to the first query');
  poll.receive(2, 'c');
  t.mock.timers.tick(1000);
  assert.deepEqual(await some, ['c']);
  poll.receive(2, 'too late');
});

test('without a worker there is nothing to wait for', async () => {
  const poll = createWorkerPoll<string>(60_000);
  assert.deepEqual(await poll.collect([]), []);
});

test('metrics that come after the end of their worker are not counted twice', () => {
  const metrics = createWorkerMetrics();
  const requests = (count: number) => [['waf_proxy_upgrades_total', count]] as const;
  metrics.receive(1, requests(3));
  metrics.ended(1);
  metrics.receive(1, requests(4));
  metrics.receive(2, requests(2));
  assert.deepEqual(metrics.all(), [requests(2), requests(3)]);
});

test('a lasting problem is reported once, another one too', () => {
  const warnings: string[] = [];
  const warn = (line: string): void => {
    warnings.push(line);
  };
  const warnOnce = warnOnceBy({ info: assert.fail, warn });
  warnOnce('log a', 'a fails');
  warnOnce('log a', 'a fails again');
  warnOnce('log b', 'b fails');
  assert.deepEqual(warnings, ['a fails', 'b fails']);
});
