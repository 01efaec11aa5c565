/** Rules that never run, and TX variables that rules may set under names that requests complete. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionOf } from '#compiler/source.ts';
import { checkText } from '../cli/check/helpers.ts';
import { rowTitle } from '../helpers/row-title.ts';

const DENY = 'SecAction "id:1,phase:2,deny,log"\nSecRule ARGS "@rx a" "id:2,phase:2,deny,log"';
const SETS = 'SecRule ARGS "@rx a" "id:1,phase:1,pass,nolog,setvar:tx.x_%{MATCHED_VAR_NAME}_end=1"';
const SCORE = 'SecAction "id:1,phase:1,pass,nolog,setvar:tx.inbound_anomaly_scor=+5"';
const EVALUATES = 'SecRule TX:inbound_anomaly_score "@ge 5" "id:3,phase:2,deny,log"';

const rows: readonly (readonly [title: string, rules: string, found: readonly string[]])[] = [
  ['a rule after a verdict', `SecRuleEngine On\n${DENY}`, ['3 unreachable-rule']],
  ['the verdict is not enforced', `SecRuleEngine DetectionOnly\n${DENY}`, []],
  [
    'a name with the start and the end of a dynamic one',
    `SecRuleEngine On\n${SETS}\nSecRule TX:x_a_end "@eq 1" "id:2,phase:1,deny,log"`,
    [],
  ],
  [
    'another end',
    `SecRuleEngine On\n${SETS}\nSecRule TX:x_a_other "@eq 1" "id:2,phase:1,deny,log"`,
    ['3 unset-variable'],
  ],
  [
    'a misspelt score next to the right one',
    `SecRuleEngine On\n${SCORE}\n${SCORE.replace('scor=', 'score=').replace('id:1', 'id:2')}\n${EVALUATES}`,
    ['2 misspelt-score'],
  ],
  [
    'a score that is only misspelt',
    `SecRuleEngine On\n${SCORE}\n${EVALUATES}`,
    ['2 unused-variable', '3 unset-variable'],
  ],
];

test('what is found where', async (t) => {
  for (const [title, rules, found] of rows) {
    await t.test(rowTitle(title), () => {
      const { findings } = checkText(`${rules}\n`);
      const shown = findings.map(({ code, span }) => `${positionOf(span).line} ${code}`);
      assert.deepEqual(shown.toSorted(), found);
    });
  }
  assert.equal(rows.length, 6);
});
