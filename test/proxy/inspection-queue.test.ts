/** Whose large body is inspected next, and whose is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createInspectionQueue,
  type InspectionQueue,
  type QueueLimits,
} from '#proxy/process/inspection-queue.ts';

const LIMITS: QueueLimits = { most: 2, waiting: 8, waitingBytes: 800 };

/** `a1 a2 b3`: client and id; what is decided is noted as `a1` or `-a1`. */
function queued(limits: Partial<QueueLimits> = {}): {
  readonly queue: InspectionQueue;
  readonly decided: string[];
  readonly enqueue: (names: string, bytes?: number, worker?: number) => void;
} {
  const queue = createInspectionQueue({ ...LIMITS, ...limits });
  const decided: string[] = [];
  return {
    queue,
    decided,
    enqueue: (names, bytes = 1, worker = 0) => {
      for (const name of names.split(' ')) {
        const decide = (granted: boolean): number => decided.push(granted ? name : `-${name}`);
        queue.enqueue({
          worker,
          id: Number(name.slice(1)),
          client: name.slice(0, 1),
          bytes,
          decide,
        });
      }
    },
  };
}

test('no client has all threads; those that wait take turns', () => {
  const { queue, decided, enqueue } = queued({ most: 3 });
  enqueue('a1 a2 a3 a4');
  assert.deepEqual(decided, ['a1', 'a2'], 'one thread is left to others');
  enqueue('b5 b6 c7');
  assert.deepEqual(decided, ['a1', 'a2', 'b5']);
  queue.leave(0, 1);
  assert.deepEqual(decided.at(-1), 'c7', 'who was not served yet comes first');
  queue.leave(0, 2);
  assert.deepEqual(decided.at(-1), 'a3', 'a was served before b');
  queue.leave(0, 5);
  assert.deepEqual(decided.at(-1), 'b6');
  assert.equal(queue.waiting(), 1);
});

test('a client without entries is forgotten', () => {
  const { queue, decided, enqueue } = queued({ most: 1 });
  enqueue('a1');
  queue.leave(0, 1);
  enqueue('d2 a3 c4');
  queue.leave(0, 2);
  assert.deepEqual(decided, ['a1', 'd2', 'a3'], 'a waits longer than c, which was never served');
});

test('one thread is for everybody', () => {
  const { queue, decided, enqueue } = queued({ most: 1 });
  enqueue('a1 a2 b3 a4');
  assert.deepEqual(decided, ['a1']);
  for (const id of [1, 3, 2, 4]) queue.leave(0, id);
  assert.deepEqual(decided, ['a1', 'b3', 'a2', 'a4']);
  assert.equal(queue.waiting(), 0);
});

test('who waits is bounded in number and bytes, and half of both for one client', () => {
  const { decided, enqueue } = queued({ most: 1 });
  enqueue('a1 a2 a3 a4 a5 a6');
  assert.deepEqual(decided, ['a1', '-a6']);
  enqueue('b7', 500);
  enqueue('b8');
  assert.deepEqual(decided, ['a1', '-a6', '-b8'], 'the first of a client may be as large as it is');
  enqueue('c9', 295);
  assert.deepEqual(decided, ['a1', '-a6', '-b8']);
  enqueue('d1', 2);
  assert.deepEqual(decided.at(-1), '-d1', '801 bytes');
});

test('who has left gets no turn, and a worker that is lost leaves with all it has', () => {
  const { queue, decided, enqueue } = queued({ most: 2 });
  enqueue('a1', 1, 1);
  enqueue('b2 c3', 1, 2);
  enqueue('d4', 1, 1);
  queue.leave(2, 3);
  queue.lose(1);
  assert.deepEqual(decided, ['a1', 'b2']);
  assert.equal(queue.waiting(), 0);
  enqueue('e5', 1, 2);
  assert.deepEqual(decided, ['a1', 'b2', 'e5']);
});
