/** Actions of one list that contradict or repeat each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '#compiler/source.ts';
import { checkText } from '../cli/check/helpers.ts';
import { rowTitle } from '../helpers/row-title.ts';

const rows: readonly (readonly [actions: string, found: readonly string[]])[] = [
  ['deny,log', []],
  ['deny,deny,log', []],
  ['deny,pass,log', ['conflicting-actions deny']],
  ['block,deny,drop,log', ['conflicting-actions block', 'conflicting-actions deny']],
  ['deny,log,nolog', ['conflicting-actions log']],
  ['deny,nolog,auditlog', []],
  ['deny,auditlog,noauditlog,log', ['conflicting-actions auditlog']],
  ["deny,log,msg:'a',msg:'b'", ["repeated-action msg:'a'"]],
  ["deny,log,tag:'a',tag:'b'", []],
];

test('what has no effect', async (t) => {
  for (const [actions, found] of rows) {
    await t.test(rowTitle(actions), () => {
      const rules = `SecRuleEngine On\nSecRule ARGS "@rx a" "id:1,phase:2,${actions}"\n`;
      const findings = checkText(rules).findings.filter(
        ({ code }) => code !== 'block-without-default',
      );
      const shown = findings.map(({ code, span }) => `${code} ${textOf(span)}`);
      assert.deepEqual(shown.toSorted(), found.toSorted());
    });
  }
  assert.equal(rows.length, 9);
});
