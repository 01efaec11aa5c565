/** Exclusions by ctl that exclude nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { checkText } from '../cli/check/helpers.ts';
import { memoryFiles } from '../helpers/compile-text.ts';
import { rowTitle } from '../helpers/row-title.ts';

const NONE = 'No rule that this ctl selects inspects';
const SAME = 'An exclusion applies only to targets with the same variable name.';
const ONE = 'Write one ctl for each target.';

const cases: readonly (readonly [target: string, expected: readonly string[]])[] = [
  ['ARGS', []],
  ['ARGS:a', []],
  ['ARGS:/^(?:a|ARGS)$/', []],
  ['ARGS:a|b', []],
  ['REQUEST_URI', []],
  ['ARGS_GET:a', [`${NONE} ARGS_GET: the exclusion has no effect. ${SAME}`]],
  [
    'REQUEST_URI:a',
    [`${NONE} REQUEST_URI:a: the exclusion has no effect. Write REQUEST_URI alone.`],
  ],
  [
    'REQUEST_URI:/^a/',
    [`${NONE} REQUEST_URI:/^a/: the exclusion has no effect. Write REQUEST_URI alone.`],
  ],
  ['ARGS:a|ARGS:b', [`${NONE} ARGS:a|ARGS:b: the exclusion has no effect. ${ONE}`]],
  ['ARGS:a|!request_uri', [`${NONE} ARGS:a|!request_uri: the exclusion has no effect. ${ONE}`]],
];

for (const [target, expected] of cases) {
  test(target, () => {
    const rules = `SecRule REMOTE_ADDR "@ipMatch 192.0.2.1" \\
    "id:1,phase:1,pass,nolog,ctl:'ruleRemoveTargetById=2;${target}'"
SecRule ARGS|REQUEST_URI "@rx evil" "id:2,phase:2,deny,log,auditlog"
`;
    const files = memoryFiles({ 'rules.conf': rules });
    const { findings } = checkProfiles([profileOfEntries('test', ['rules.conf'])], files);
    assert.deepEqual(
      findings.map(({ message, hint }) => `${message} ${hint}`),
      expected,
    );
  });
}

test('all cases ran', () => assert.equal(cases.length, 10));

/** Where the rule with the ctl is, and what follows. */
const orders: readonly (readonly [title: string, rules: string, codes: readonly string[]])[] = [
  [
    'a rule excludes targets of the links after it in its own chain',
    'SecRule ARGS "@rx a" "id:1,phase:2,deny,log,ctl:ruleRemoveTargetById=1;ARGS:x,chain"\nSecRule ARGS "@rx b"',
    [],
  ],
  [
    'a rule after the ctl in its phase',
    'SecAction "id:1,phase:2,pass,nolog,ctl:ruleRemoveById=2"\nSecRule ARGS "@rx b" "id:2,phase:2,deny,log"',
    [],
  ],
  [
    'a rule before the ctl in its phase',
    'SecRule ARGS "@rx b" "id:2,phase:2,deny,log"\nSecAction "id:1,phase:2,pass,nolog,ctl:ruleRemoveById=2"',
    ['late-ctl'],
  ],
  [
    'a rule before the ctl of an earlier phase',
    'SecRule ARGS "@rx b" "id:2,phase:2,deny,log"\nSecAction "id:1,phase:1,pass,nolog,ctl:ruleRemoveById=2"',
    [],
  ],
];

test('a ctl selects rules that run after it', async (t) => {
  for (const [title, rules, codes] of orders) {
    await t.test(rowTitle(title), () => {
      const { findings } = checkText(`SecRuleEngine On\n${rules}\n`);
      assert.deepEqual(
        findings.map(({ code }) => code),
        codes,
      );
    });
  }
  assert.equal(orders.length, 4);
});
