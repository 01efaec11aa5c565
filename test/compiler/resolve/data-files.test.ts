import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataLines } from '#compiler/2-resolve/data-files.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rows: readonly [text: string, entries: readonly string[]][] = [
  ['', []],
  [
    '# comment\n\n  Two words \r\n|41|\\:\n  # indented\n#\nx#y\n\xc3\xa0\n\xa0\nlast',
    ['Two words', '|41|\\:', 'x#y', '\xc3\xa0', '\xa0', 'last'],
  ],
  ['# c\r\n10.0.0.0/8\r\n\n  ::1\n', ['10.0.0.0/8', '::1']],
];

test('data files have one entry on each line, and comments', async (t) => {
  const source = { path: 'rules/a.conf', text: 'x.data' };
  const written = { text: 'x.data', span: { source, start: 0, end: 6 } };
  for (const [text, entries] of rows) {
    await t.test(rowTitle(text), () => {
      const files = (path: string, from: string) => ({ path: `${from}: ${path}`, text });
      assert.deepEqual(dataLines(written, files), entries);
    });
  }
  assert.equal(rows.length, 3);
});
