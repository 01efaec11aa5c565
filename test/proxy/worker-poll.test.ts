/** Queries to all workers: the replies that come in time, and no wait when there is no worker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkerPoll } from '../../runtime/proxy/process/worker-poll.ts';

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
