/** The bytes of a batch of log lines that are not in the file yet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addLine,
  bytesLeft,
  bytesLeftOnNewLine,
  createBatch,
  linesLeft,
  noteWritten,
} from '#proxy/logs/log-batch.ts';

test('after a write that was cut short, the rest of the line and the lines after it are left', () => {
  const batch = createBatch(0);
  for (const line of ['one', 'two', 'three']) addLine(batch, line, 'latin1');
  assert.equal(bytesLeft(batch).toString(), 'one\ntwo\nthree\n');
  assert.equal(noteWritten(batch, bytesLeft(batch), 'one\ntw'.length), 3);
  assert.equal(linesLeft(batch), 2);
  assert.equal(bytesLeft(batch).toString(), 'o\nthree\n');
  assert.equal(bytesLeftOnNewLine(batch).toString(), '\ntwo\nthree\n');
  assert.equal(noteWritten(batch, bytesLeft(batch), 1), 0);
  assert.equal(bytesLeft(batch).toString(), '\nthree\n');
  assert.equal(noteWritten(batch, bytesLeft(batch), '\nthree\n'.length), 8);
  assert.deepEqual([linesLeft(batch), bytesLeft(batch).length], [0, 0]);
});
