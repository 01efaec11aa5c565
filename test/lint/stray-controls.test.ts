/** Exclusions by ctl that exclude nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '../../compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '../../compiler/profile.ts';
import { memoryFiles } from '../helpers/compile-text.ts';

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
