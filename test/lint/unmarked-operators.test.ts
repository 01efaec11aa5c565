/** What is taken for an operator without its @, and what for an expression. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../helpers/compile-text.ts';
import { rowTitle } from '../helpers/row-title.ts';

const cases: readonly (readonly [argument: string, isReported: boolean])[] = [
  ['detectSQLi', true],
  ['detectsqli', true],
  ['!detectXSS', true],
  ['pmFromFile a.data', true],
  ['eq 0', true],
  ['gt %{tx.a}', true],
  ['within GET POST', true],
  ['@eq 0', false],
  ['eq', false],
  ['gt than', false],
  ['contains', false],
  ['Contains 5 errors', false],
  ['rx', false],
  ['(?:rx )', false],
  ['detectSQLi x', false],
  ['beginsWith', false],
];

test('names of operators at the beginning of an expression', async (t) => {
  let count = 0;
  for (const [argument, isReported] of cases) {
    await t.test(rowTitle(argument), () => {
      count += 1;
      const rules = `SecRule ARGS "${argument}" "id:1,phase:2,deny,log"\n`;
      const files = memoryFiles({ 'rules.conf': rules });
      const { findings } = checkProfiles([profileOfEntries('test', ['rules.conf'])], files);
      const found = findings.filter(({ code }) => code === 'missing-at');
      assert.equal(found.length, isReported ? 1 : 0);
    });
  }
  assert.equal(count, 16);
});

test('the fix of implicit-operator does not make an expression of it', () => {
  const rules = `SecRule ARGS "detectSQLi" "id:900100,phase:2,deny,log,tag:'OWASP_CRS'"\n`;
  const files = memoryFiles({ 'rules.conf': rules });
  const profile = profileOfEntries('test', ['rules.conf']);
  const { findings } = checkProfiles([profile], files, new Set());
  const found = findings.filter(({ code }) => code === 'implicit-operator');
  assert.deepEqual(
    found.map(({ fix }) => fix),
    [undefined],
  );
});
