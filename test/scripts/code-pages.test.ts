/** docs/codes/ is what the catalogue and the cases of test/lint say. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { codePages } from '#scripts/codes/code-pages.ts';

test('docs/codes is up to date: npx tsx scripts/code-pages.ts', () => {
  const pages = codePages();
  assert.deepEqual(readdirSync('docs/codes').toSorted(), [...pages.keys()].toSorted());
  for (const [name, text] of pages) {
    assert.equal(readFileSync(`docs/codes/${name}`, 'latin1'), text, name);
    assert.doesNotMatch(text, /undefined/);
  }
  assert.equal(pages.size, 132);
});
