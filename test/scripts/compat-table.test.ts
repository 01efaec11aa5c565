/** docs/compatibility.md is what the tables of the language say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ruleDirectives } from '#compiler/language/directives/index.ts';
import { deviations } from '#scripts/compatibility/deviations.ts';
import { compatibilityPage, sections, withRefusedTable } from '#scripts/compatibility/page.ts';
import { compileText } from '../helpers/compile-text.ts';

test('docs/compatibility.md is up to date: npx tsx scripts/compat-table.ts', () => {
  assert.equal(readFileSync('docs/compatibility.md', 'utf8'), compatibilityPage());
  const migration = readFileSync('docs/migration.md', 'utf8');
  assert.equal(migration, withRefusedTable(migration));
  assert.match(migration, /\| `@rbl` \|/);
});

test('each name stands on the page once, each point of the list as well', () => {
  const names = sections.flatMap(({ title, rows }) => rows.map(({ name }) => `${title}: ${name}`));
  assert.ok(names.length > 300);
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
  assert.equal(deviations.length, 52);
});

test('the grammar knows the directives that are rules', () => {
  for (const name of ruleDirectives.keys()) {
    const codes = compileText(`${name} x`).diagnostics.map((diagnostic) => diagnostic.code);
    assert.equal(codes.includes('unknown-directive'), false, `${name}: ${codes}`);
  }
  assert.ok(ruleDirectives.size > 0);
});
