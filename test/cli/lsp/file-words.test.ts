/** Names of files to complete: the folder that is typed, in bytes, without hidden files. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CompletionItemKind } from 'vscode-languageserver/node';
import { fileWords } from '#compiler/cli/commands/lsp/completion/file-words.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { temporaryFolder } from './helpers/folder.ts';

const { path: folder, remove } = temporaryFolder();
mkdirSync(join(folder, 'règles/données'), { recursive: true });
for (const name of ['a.data', 'à.data', '.hidden', 'données/b.data']) {
  writeFileSync(join(folder, 'règles', name), '');
}

const rows: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['', ['a.data', 'données/', 'à.data']],
  ['a', ['a.data', 'données/', 'à.data']],
  ['données/', ['données/b.data']],
  ['données/x', ['données/b.data']],
  ['../', ['../règles/']],
  ['none/', []],
];

test('completion offers the files and folders next to the rule file', async (t) => {
  t.after(remove);
  for (const [typed, words] of rows) {
    await t.test(rowTitle(typed), () => {
      const found = fileWords(join(folder, 'règles/rules.conf'), bytesOfText(typed));
      assert.deepEqual(
        found.map(({ label }) => label).toSorted(),
        words.map(bytesOfText).toSorted(),
      );
      for (const { label, kind } of found) {
        const expected = label.endsWith('/') ? CompletionItemKind.Folder : CompletionItemKind.File;
        assert.equal(kind, expected);
      }
    });
  }
  assert.equal(rows.length, 6);
});
