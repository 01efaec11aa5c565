/** What counts the frames, windows, lengths and fields of a connection of HTTP/2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnectionWindow } from '#proxy/http2/connection-window.ts';
import { createFrameBudget } from '#proxy/http2/frame-budget.ts';
import { DATA, type Frame, WINDOW_UPDATE } from '#proxy/http2/frames.ts';
import { createHeaderTable } from '#proxy/http2/hpack/header-table.ts';
import { createMessageLengths } from '#proxy/http2/message-lengths.ts';
import { uint32 } from './helpers/http2-client.ts';

function frameOf(type: number, stream: number, length: number, payload = Buffer.alloc(0)): Frame {
  return { type, flags: 0, stream, length, content: length, payload };
}

function update(stream: number, bytes: number): Frame {
  return frameOf(WINDOW_UPDATE, stream, 4, Buffer.from(uint32(bytes)));
}

test('sent bytes pay for the frames that acknowledge them', () => {
  const budget = createFrameBudget();
  let spent = 0;
  const spendAll = (): number => {
    const before = spent;
    while (budget.spend(update(0, 1))) spent += 1;
    return spent - before;
  };
  assert.ok(spendAll() >= 1000);
  const free = spendAll();
  budget.sent(4096 * 500);
  const paid = spendAll();
  assert.ok(paid >= 490 + free && paid < 700, `${free} frames without, ${paid} with 2 MB sent`);
});

test('the window of a connection has a maximum, from which sent bytes are subtracted', () => {
  const most = 2 ** 31 - 1;
  const window = createConnectionWindow();
  assert.equal(window.next(update(1, most)), true, 'the window of a stream');
  assert.equal(window.next(update(0, most - 65_535)), true);
  window.sent(10);
  assert.equal(window.next(update(0, 10)), true);
  assert.equal(window.next(update(0, 1)), false);
});

test('a stream with more DATA than its Content-Length is reported once', () => {
  const lengths = createMessageLengths();
  lengths.begin(1, [['content-length', '10']]);
  lengths.begin(3, []);
  const found = [
    [1, 6],
    [3, 100],
    [1, 4],
    [1, 0],
    [1, 1],
    [1, 1],
  ].map(([stream = 0, length = 0]) => lengths.exceeds(frameOf(DATA, stream, length)));
  assert.deepEqual(found, [false, false, false, false, true, false]);
});

test('a field larger than the table empties it and is not added (RFC 7541 section 4.4)', () => {
  const first = 62;
  const table = createHeaderTable();
  table.add(['a', 'b']);
  assert.deepEqual(table.at(first), ['a', 'b']);
  table.add(['large', 'x'.repeat(4096)]);
  assert.equal(table.at(first), undefined);
  table.add(['c', 'd']);
  assert.deepEqual([table.at(first), table.at(first + 1)], [['c', 'd'], undefined]);
});
