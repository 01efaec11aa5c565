/** How the primary process gives connections to its workers, one at a time. */
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { mock, test } from 'node:test';
import { type Connection, createHandOver } from '#proxy/process/hand-over.ts';

const LONG_MS = 1000;

function connection(): Connection {
  return { socket: new Socket(), of: 'client' };
}

test('a connection that does not reach its worker is closed, and the worker gets the next one', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let closed = 0;
    const handOver = createHandOver(() => {
      closed += 1;
    });
    const given: Connection[] = [];
    const queried: number[] = [];
    handOver.join(1, {
      give: (each) => void given.push(each),
      query: (serial) => void queried.push(serial),
    });
    const [first, second, third] = [connection(), connection(), connection()];
    for (const each of [first, second, third]) handOver.offer(each);
    assert.deepEqual(given, [first]);
    mock.timers.tick(LONG_MS);
    assert.equal(queried.length, 1);
    handOver.replied(1, queried[0] ?? 0);
    assert.deepEqual([given, closed], [[first, second], 1]);
    assert.deepEqual([first.socket.destroyed, second.socket.destroyed], [true, false]);

    // A reply that comes after the confirmation says nothing about the next connection.
    mock.timers.tick(LONG_MS);
    handOver.taken(1);
    handOver.replied(1, queried[1] ?? 0);
    assert.deepEqual([given, closed], [[first, second, third], 1]);
    assert.equal(third.socket.destroyed, false);
    handOver.taken(1);
    mock.timers.tick(LONG_MS);
    assert.deepEqual([queried.length, handOver.waiting()], [2, 0]);
  } finally {
    mock.timers.reset();
  }
});

test('a worker that has retired gets no connection, even when it confirms its last one', () => {
  const handOver = createHandOver(assert.fail);
  const given: (readonly [worker: number, connection: Connection])[] = [];
  const join = (worker: number): void =>
    handOver.join(worker, {
      give: (each) => void given.push([worker, each]),
      query: () => assert.fail(),
    });
  const [first, second] = [connection(), connection()];
  join(1);
  handOver.offer(first);
  handOver.retire(1);
  handOver.taken(1);
  handOver.offer(second);
  assert.deepEqual(given, [[1, first]]);
  assert.equal(handOver.waiting(), 1);
  join(2);
  assert.deepEqual(given, [
    [1, first],
    [2, second],
  ]);
  handOver.lost(2);
  assert.equal(second.socket.destroyed, true);
  assert.equal(handOver.waiting(), 0);
});
