/** Batches: exchanges that wait take their step in order, and not all of them before the event loop goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createBatches } from '#proxy/exchange/batches.ts';

test('exchanges wait for the event loop and continue in order, 16 at a time', async () => {
  const next = createBatches();
  const steps: number[] = [];
  const exchanges = Array.from({ length: 40 }, async (_, index) => {
    await next();
    steps.push(index);
    await Promise.resolve();
    steps.push(index);
  });
  assert.deepEqual(steps, []);
  const counts: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate();
    counts.push(steps.length / 2);
  }
  await Promise.all(exchanges);
  assert.deepEqual(counts, [16, 32, 40]);
  const inTurns = (first: number, after: number): readonly number[] => {
    const batch = Array.from({ length: after - first }, (_, index) => first + index);
    return [...batch, ...batch];
  };
  assert.deepEqual(steps, [...inTurns(0, 16), ...inTurns(16, 32), ...inTurns(32, 40)]);
});

test('an exchange that comes while a batch takes its step waits for the next one', async () => {
  const next = createBatches();
  const steps: string[] = [];
  const first = next().then(async () => {
    steps.push('first');
    const later = next().then(() => steps.push('later'));
    await Promise.resolve();
    steps.push('first again');
    await later;
  });
  await first;
  assert.deepEqual(steps, ['first', 'first again', 'later']);
});
