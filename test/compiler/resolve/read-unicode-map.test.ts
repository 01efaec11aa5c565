/** Files of code pages: headers with and without labels, entries, and lines that end a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUnicodeMap } from '#compiler/2-resolve/read-unicode-map.ts';
import { textOf } from '#compiler/source.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const TEXT = `# 1252 (a comment)
1250  (ANSI - Central Europe)
00a1:21 zz

1252 (ANSI - Latin I) 00e9:65
0xEA:0x66\teb:7 :1 12345:1

(a page without a number)
00ec:69 what:ever
20127
00ed:69
`;

const rows: readonly (readonly [
  page: number,
  entries: readonly string[] | undefined,
  problems?: readonly string[],
])[] = [
  [1250, ['00a1:21'], ['zz']],
  [1252, ['00e9:65', '00ea:66', '00eb:07'], [':1', '12345:1']],
  [20127, ['00ed:69']],
  [437, undefined],
];

test('the entries of one page are read', async (t) => {
  for (const [page, entries, problems = []] of rows) {
    await t.test(rowTitle(String(page)), () => {
      const found = readUnicodeMap({ path: 'unicode.mapping', text: TEXT }, page);
      assert.deepEqual(found.entries, entries);
      assert.deepEqual(found.pages, [1250, 1252, 20127]);
      assert.deepEqual(found.problems.map(textOf), problems);
    });
  }
  assert.equal(rows.length, 4);
});
