/** Which mistakes are found where, when one directive depends on another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionOf } from '#compiler/source.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const RULE = 'SecRule ARGS "@rx a" "id:1,phase:2,pass,nolog"';
const ADDS = 'SecAction "id:1,phase:2,pass,nolog,setvar:tx.inbound_anomaly_score=+5"';

const rows: readonly (readonly [title: string, text: string, found: readonly string[]])[] = [
  [
    'an update of the link after the last one',
    `${RULE}\nSecRuleUpdateTargetById 1:1 "!ARGS:x"\nSecRuleUpdateTargetById 1:0 "!ARGS:y"`,
    ['2 no-such-rule'],
  ],
  ['scores that no rule evaluates', ADDS, ['1 unevaluated-scores']],
  [
    'the rule that evaluates them may be one with an error',
    `${ADDS}\nSecRule TX:inbound_anomaly_score "@gee 5" "id:2,phase:2,deny,log"`,
    ['2 unknown-operator'],
  ],
  [
    'a rule with id and phase is no link of an open chain',
    `SecRule ARGS "@rx a" "id:1,phase:2,deny,log,chain"\nSecRule ARGS "@rx b" "id:2,phase:2,nolog"`,
    ['1 open-chain'],
  ],
  [
    'a rule with an id alone is a link that has one too many',
    `SecRule ARGS "@rx a" "id:1,phase:2,deny,log,chain"\nSecRule ARGS "@rx b" "id:2"`,
    ['2 misplaced-action'],
  ],
  [
    'of the updates that exclude, the last one has emptied the list',
    `SecRule ARGS|FILES "@rx a" "id:1,phase:2,pass,nolog"\nSecRuleUpdateTargetById 1 "!ARGS"\nSecRuleUpdateTargetById 1 "!FILES"`,
    ['3 no-targets'],
  ],
];

test('findings are reported at their lines', async (t) => {
  for (const [title, text, found] of rows) {
    await t.test(rowTitle(title), () => {
      const { diagnostics } = compileText(text);
      assert.deepEqual(
        diagnostics.map(({ code, span }) => `${positionOf(span).line} ${code}`),
        found,
      );
    });
  }
  assert.equal(rows.length, 6);
});

test('an unknown action after a text without quotes may be the rest of the text', () => {
  const hintAfter = (text: string): string | undefined =>
    compileText(`SecAction "id:1,phase:1,pass,msg:${text},zzzz"`).diagnostics[0]?.hint;
  assert.equal(hintAfter('a'), "If it belongs to msg, put the text in single quotes: msg:'a, b'.");
  assert.equal(hintAfter("'a'"), undefined);
});
