/** What a replica knows between two replies of the store: tokens taken in advance, and the number of replicas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLeases } from '#proxy/shared/leases.ts';
import { createMembers } from '#proxy/shared/members.ts';

test('tokens taken in advance are used one by one, and lost after a second', () => {
  const leases = createLeases();
  const client = { high: 1, low: 2 };
  leases.add(client, 3, 0);
  assert.deepEqual(
    [
      leases.take(client, 0),
      leases.take({ high: 1, low: 3 }, 0),
      leases.take(client, 999),
      leases.take(client, 1000),
    ],
    [true, false, true, false],
  );
  leases.add(client, 1, 1000);
  leases.sweep(1500);
  assert.deepEqual([leases.take(client, 1500), leases.take(client, 1500)], [true, false]);
  leases.add(client, 1, 1500);
  leases.add(client, 1, 1600);
  assert.deepEqual(
    [1, 2, 3].map(() => leases.take(client, 2599)),
    [true, true, false],
  );
});

test('the number of replicas is the highest of the last five counts', () => {
  const members = createMembers(4);
  assert.equal(members.size(), 4);
  for (const count of [3, 1, 1, 1, 1]) members.counted(count);
  assert.equal(members.size(), 3);
  members.counted(2);
  assert.equal(members.size(), 2);
  for (let count = 0; count < 5; count += 1) members.counted(0);
  assert.equal(members.size(), 1);
});
