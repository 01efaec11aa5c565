/** docs/compatibility.md is what the tables of the language say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { differences } from '../../compiler/language/differences.ts';
import { ruleDirectives } from '../../compiler/language/directives.ts';
import { deviations } from '../../scripts/compatibility/deviations.ts';
import { compatibilityPage, sections, withRefusedTable } from '../../scripts/compatibility/page.ts';
import { compileText } from '../helpers/compile-text.ts';

test('docs/compatibility.md is up to date: npx tsx scripts/compat-table.ts', () => {
  assert.equal(readFileSync('docs/compatibility.md', 'utf8'), compatibilityPage());
  const migration = readFileSync('docs/migration.md', 'utf8');
  assert.equal(migration, withRefusedTable(migration));
  assert.match(migration, /\| `@rbl` \|/);
});

test('differences name what there is, once for each point of the list', () => {
  const names = new Set(sections.flatMap(({ rows }) => rows.map(({ name }) => name)));
  const strangers = [...differences.keys()].filter((name) => !names.has(name));
  assert.deepEqual(strangers, []);
  assert.equal(deviations.length, 52);
});

test('the grammar knows the directives that are rules', () => {
  for (const name of ruleDirectives) {
    const codes = compileText(`${name} x`).diagnostics.map((diagnostic) => diagnostic.code);
    assert.equal(codes.includes('unknown-directive'), false, `${name}: ${codes}`);
  }
  assert.ok(ruleDirectives.length > 0);
});
