/** Which byte classes a value must have before an operator is called: rare ones, and not more of them than pay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteClassesOfBytes } from '#compiler/3-specialize/required-byte-classes.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { bytesOf } from '#engine/regex/compile/byte-set.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rows: readonly (readonly [operator: string, needs: readonly string[]])[] = [
  ['@rx =<', ['<', '=']],
  ['@rx [.,]=', ['=', '.,']],
  // A space or a slash is in about half of all values, so only what is rarer is asked for,
  ['@rx [ /]=', ['=']],
  // unless nothing is rarer.
  ['@rx [ /]', [' /']],
  ['@rx =<!', ['!', '<']],
  ['@contains =.', ['=', '.']],
  ['@rx [a=]', []],
  ['!@rx =<', []],
];

test('the byte classes that a match needs, rarest first', async (t) => {
  for (const [operator, needs] of rows) {
    await t.test(rowTitle(operator), () => {
      const { program } = compileText(
        `SecRuleEngine On\nSecRule ARGS "${operator}" "id:1,phase:2,deny,log"`,
      );
      assert.ok(program);
      const found = rulesOf(program)[0]?.links[0]?.test?.needs;
      assert.deepEqual(
        found,
        needs.map((bytes) => byteClassesOfBytes(bytesOf(bytes))),
      );
    });
  }
  assert.equal(rows.length, 8);
});
