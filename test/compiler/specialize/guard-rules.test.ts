/** Which rules a host may disable: all but those on which folding relies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { compileText } from '../../helpers/compile-text.ts';

const LATER = 'SecRule ARGS "@rx b" "id:9,phase:2,deny,log"\nSecMarker END';

const rows: readonly (readonly [name: string, rule: string, isRemovable: boolean])[] = [
  ['a rule that may match', 'SecRule ARGS "@rx a" "id:1,phase:2,deny,log"', true],
  ['a rule that always matches', 'SecAction "id:1,phase:2,pass,log"', true],
  ['a skip that is always taken', 'SecAction "id:1,phase:2,pass,log,skipAfter:END"', false],
  ['an allow that always matches', 'SecAction "id:1,phase:2,allow:phase,log"', false],
  ['a rule that sets a constant', 'SecAction "id:1,phase:2,pass,log,setvar:tx.x=1"', false],
  [
    'a skip that a request takes',
    'SecRule ARGS "@rx a" "id:1,phase:2,pass,log,skipAfter:END"',
    true,
  ],
];

for (const [name, rule, isRemovable] of rows) {
  test(`${name} ${isRemovable ? 'can' : 'cannot'} be disabled`, () => {
    const { program } = compileText(`SecRuleEngine On\n${rule}\n${LATER}`);
    assert.ok(program);
    const found = rulesOf(program).find(({ info }) => info.id === 1);
    assert.equal(found?.condition.removable, isRemovable);
  });
}
