/** Persistent collections: shared between transactions, bounded in number and bytes, gone in time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';

const TIMEOUT = 60;
const BIG = { maxRecords: 1000, maxBytes: 1 << 20 };

/** One transaction that writes `a` into the record `key`. */
function write(collections: MemoryCollections, key: string, value: string, now = 0): void {
  const source = collections.source(now, TIMEOUT);
  source.open('IP', key);
  source.get('IP').set('a', value);
  source.save();
}

function read(collections: MemoryCollections, key: string): string | undefined {
  const source = collections.source(0, TIMEOUT);
  source.open('IP', key);
  return source.get('IP').get('a');
}

test('beyond the number of records the longest unused one goes', () => {
  const collections = new MemoryCollections({ ...BIG, maxRecords: 2 });
  write(collections, 'one', '1');
  write(collections, 'two', '2');
  read(collections, 'one');
  write(collections, 'three', '3');
  assert.equal(collections.size, 2);
  assert.equal(read(collections, 'one'), '1');
  assert.equal(read(collections, 'two'), undefined);
});

test('beyond the number of bytes the longest unused ones go', () => {
  const collections = new MemoryCollections({ ...BIG, maxBytes: 50_000 });
  for (let key = 0; key < 20; key += 1) write(collections, String(key), 'x'.repeat(10_000));
  assert.ok(collections.size < 6, String(collections.size));
  assert.ok(collections.bytes <= 50_000);
  assert.equal(read(collections, '19')?.length, 10_000);
});

test('records may have exactly as many bytes as the limit', () => {
  const unlimited = new MemoryCollections(BIG);
  for (const key of ['a', 'b']) write(unlimited, key, 'x');
  for (const [missing, size] of [
    [0, 2],
    [1, 1],
  ] as const) {
    const collections = new MemoryCollections({ ...BIG, maxBytes: unlimited.bytes - missing });
    for (const key of ['a', 'b']) write(collections, key, 'x');
    assert.equal(collections.size, size, `${missing} bytes less`);
    assert.equal(read(collections, 'b'), 'x');
  }
});

test('bytes are counted down again', () => {
  const collections = new MemoryCollections(BIG);
  write(collections, 'k', 'x'.repeat(10_000));
  const full = collections.bytes;
  write(collections, 'k', 'x');
  assert.equal(full - collections.bytes, 9_999);
  write(collections, 'k', 'y', 60_000);
  assert.equal(collections.size, 1);
  assert.ok(collections.bytes < 1000);
});

test('many keys stay within the bounds', () => {
  const collections = new MemoryCollections({ ...BIG, maxRecords: 100 });
  for (let key = 0; key < 100_000; key += 1) write(collections, String(key), 'x');
  assert.equal(collections.size, 100);
});

test('transactions that overlap see what the other writes; each counts its own update', () => {
  const collections = new MemoryCollections(BIG);
  const first = collections.source(1000, TIMEOUT);
  const second = collections.source(2000, TIMEOUT);
  const idle = collections.source(2000, TIMEOUT);
  for (const source of [first, second, idle]) source.open('IP', 'k');
  first.get('IP').set('a', '1');
  assert.equal(second.get('IP').get('a'), '1');
  second.get('IP').set('a', '2');
  for (const source of [first, second, idle, first]) source.save();
  const later = collections.source(3000, TIMEOUT);
  later.open('IP', 'k');
  assert.equal(later.get('IP').get('a'), '2');
  assert.equal(later.get('IP').get('UPDATE_COUNTER'), '2');
});

test('a long transaction does not take back the time of an update after it began', () => {
  const collections = new MemoryCollections(BIG);
  const long = collections.source(0, TIMEOUT);
  long.open('IP', 'k');
  long.get('IP').set('a', '1');
  write(collections, 'k', '2', 59_000);
  long.save();
  const later = collections.source(61_000, TIMEOUT);
  later.open('IP', 'k');
  assert.equal(later.get('IP').get('a'), '2');
  assert.equal(later.get('IP').get('LAST_UPDATE_TIME'), '59');
});

test('collections of different names never meet', () => {
  const collections = new MemoryCollections(BIG);
  const source = collections.source(0, TIMEOUT);
  source.open('IP', 'k');
  source.open('USER', 'k');
  source.get('IP').set('a', 'ip');
  assert.equal(source.get('USER').get('a'), undefined);
  assert.equal(source.get('SESSION').get('a'), undefined);
  assert.deepEqual([source.keyOf('IP'), source.keyOf('SESSION')], ['k', '']);
});

test('a record that has been dropped while a transaction had it open is not counted again', () => {
  const collections = new MemoryCollections({ ...BIG, maxRecords: 1 });
  const source = collections.source(0, TIMEOUT);
  source.open('IP', 'gone');
  write(collections, 'other', 'x');
  const { bytes } = collections;
  source.get('IP').set('a', 'x'.repeat(1000));
  source.save();
  assert.deepEqual([collections.size, collections.bytes], [1, bytes]);
});

test('UPDATE_RATE counts the updates of a minute', () => {
  const collections = new MemoryCollections(BIG);
  for (let update = 0; update < 4; update += 1) write(collections, 'k', 'x');
  const source = collections.source(1000, TIMEOUT);
  source.open('IP', 'k');
  assert.equal(source.get('IP').get('UPDATE_COUNTER'), '4');
  assert.equal(source.get('IP').get('UPDATE_RATE'), '240');
});
