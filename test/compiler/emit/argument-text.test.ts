/** Arguments of operators in reports are the arguments as rule authors write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { argumentText } from '#compiler/4-emit/argument-text.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rows: readonly (readonly [written: string, shown: string])[] = [
  ['@rx a|b', 'a|b'],
  ['@rx ^%{REQUEST_METHOD}$', '^%{REQUEST_METHOD}$'],
  ['@streq %{args.a}b', '%{ARGS.a}b'],
  ['@restpath /users/{id}/of/{group}', '/users/{id}/of/{group}'],
  ['@restpath {all}', '{all}'],
  ['@validateNid cl \\d+', 'cl \\d+'],
  ['@verifyCC \\d{16}', '\\d{16}'],
  ['@pm one two', 'one two'],
  ['@pmFromFile words.data', 'words.data'],
  ['@ipMatch 10.0.0.0/8,::1', '10.0.0.0/8,::1'],
  ['@validateByteRange 9,32-126', '9-9,32-126'],
  ['@detectSQLi', ''],
  ['@validateUrlEncoding', ''],
];

test('arguments of each kind are shown as they were written', async (t) => {
  for (const [written, shown] of rows) {
    await t.test(rowTitle(written), () => {
      const rule = `SecRuleEngine On\nSecRule ARGS "${written}" "id:1,phase:2,deny,log"`;
      const { program } = compileText(rule, { 'words.data': 'a' });
      assert.ok(program !== undefined);
      const [head] = rulesOf(program)[0]?.links ?? [];
      assert.ok(head?.test !== undefined);
      assert.equal(argumentText(head.test), shown);
    });
  }
  assert.equal(rows.length, 13);
});
