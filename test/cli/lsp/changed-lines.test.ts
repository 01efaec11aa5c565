/** Changes of lines, applied to the old text, give the new one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedLines } from '#compiler/cli/commands/lsp/changed-lines.ts';
import { rowTitle } from '../../helpers/row-title.ts';

function apply(before: string, after: string): string {
  return changedLines(before, after).reduceRight(
    (text, change) => text.slice(0, change.start) + change.text + text.slice(change.end),
    before,
  );
}

const rows: readonly (readonly [before: string, after: string, changes: number])[] = [
  ['a\nb\nc\n', 'a\nb\nc\n', 0],
  ['a\nb\nc\n', 'a\nB\nc\n', 1],
  ['a\nb\nc\nd\ne\n', 'A\nb\nC\nd\nE\n', 3],
  ['a\nb', 'a\nb\n', 1],
  ['', 'a\n', 1],
  ['x\nx\na\nx\n', 'x\na\nx\nx\n', 2],
];

test('as few changes as there are places', async (t) => {
  for (const [before, after, changes] of rows) {
    await t.test(rowTitle(JSON.stringify([before, after])), () => {
      assert.equal(apply(before, after), after);
      assert.equal(changedLines(before, after).length, changes);
    });
  }
  assert.equal(rows.length, 6);
});

test('the changes between any two texts turn one into the other', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '')).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => assert.equal(apply(before, after), after)),
    { numRuns: 1000, seed: 7 },
  );
});
