/** Byte offsets and the protocol's positions are two names of the same place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytesOf,
  indexLines,
  offsetAt,
  positionAt,
} from '#compiler/cli/commands/lsp/line-index.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const text = bytesOf('aé\u{1f600}z\r\nb\rc\n\nend');

/** Offset in bytes, line, column in UTF-16 units. */
const places: readonly (readonly [offset: number, line: number, character: number])[] = [
  [0, 0, 0],
  [1, 0, 1],
  [3, 0, 2],
  [7, 0, 4],
  [8, 0, 5],
  [10, 1, 0],
  [12, 2, 0],
  [14, 3, 0],
  [15, 4, 0],
  [18, 4, 3],
];

test('offsets become positions, and positions the same offsets', async (t) => {
  const index = indexLines(text);
  for (const [offset, line, character] of places) {
    await t.test(rowTitle(line), () => {
      assert.deepEqual(positionAt(index, offset), { line, character }, `offset ${offset}`);
      assert.equal(offsetAt(index, { line, character }), offset, `${line}:${character}`);
    });
  }
  assert.equal(places.length, 10);
});

test('beyond the end of a line and of the text', () => {
  const index = indexLines(text);
  assert.equal(offsetAt(index, { line: 0, character: 99 }), 8);
  assert.equal(offsetAt(index, { line: 99, character: 0 }), text.length);
  assert.deepEqual(positionAt(index, 99), { line: 4, character: 3 });
});

test('bytes that are no UTF-8 are one column each', () => {
  const index = indexLines('\xff\xfex');
  assert.deepEqual(positionAt(index, 2), { line: 0, character: 2 });
});

test('a byte order mark takes no column', () => {
  const index = indexLines(bytesOf('\ufeffab\nc'));
  assert.deepEqual(positionAt(index, 0), { line: 0, character: 0 });
  assert.deepEqual(positionAt(index, 4), { line: 0, character: 1 });
  assert.equal(offsetAt(index, { line: 0, character: 0 }), 3);
  assert.equal(offsetAt(index, { line: 0, character: 1 }), 4);
  assert.deepEqual(positionAt(index, 6), { line: 1, character: 0 });
});
