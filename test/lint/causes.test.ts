/** One finding for one cause: what follows from a mistake, or from a setting, is no second mistake. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles } from '../helpers/compile-text.ts';

function codesOf(rules: string): readonly string[] {
  const files = memoryFiles({ 'rules.conf': rules });
  const { findings } = checkProfiles([profileOfEntries('test', ['rules.conf'])], files);
  return findings.map(({ code, span }) => {
    const line = span.source.text.slice(0, span.start).split('\n').length;
    return `${line} ${code}`;
  });
}

const READS = `SecRule TX:leak "@eq 1" "id:8,phase:4,deny,log,msg:'first'"
SecRule TX:leak "@ge 1" "id:9,phase:4,deny,log,msg:'second'"
`;
const SETS = `SecAction "id:1,phase:1,pass,nolog,setvar:tx.leak=0"
SecRule RESPONSE_BODY "@rx secret" "id:2,phase:4,pass,nolog,setvar:tx.leak=1"
`;

const cases: readonly (readonly [what: string, rules: string, expected: readonly string[]])[] = [
  ['the body is inspected', `SecResponseBodyAccess On\n${SETS}${READS}`, []],
  ['the body is not inspected: a setting', `SecResponseBodyAccess Off\n${SETS}${READS}`, []],
  [
    'no rule sets another value',
    `SecAction "id:1,phase:1,pass,nolog,setvar:tx.leak=0"\n${READS}`,
    ['2 never-matches', '3 never-matches'],
  ],
  [
    'the rule that would set it contradicts itself',
    `SecAction "id:1,phase:1,pass,nolog,setvar:tx.leak=0"
SecRule &ARGS "@gt 5" "id:2,phase:2,pass,nolog,chain"
    SecRule &ARGS "@lt 2" "setvar:tx.leak=1"
SecRule TX:leak "@eq 1" "id:9,phase:4,deny,log"
`,
    ['2 never-matches'],
  ],
  [
    'the rule that sets it is left out',
    `SecRule REMOTE_ADDR "@rbl list.example" "id:1,phase:1,pass,nolog,setvar:'tx.leak=%{tx.0}'"\n${READS}`,
    ['1 skipped-operator'],
  ],
  [
    'an empty name does not follow from the rule that is left out',
    `SecAction "phase:1,pass,nolog"
SecRuleRemoveByTag ""
SecAction "id:2,phase:1,pass,nolog,ctl:ruleRemoveTargetById=3;"
`,
    ['1 missing-id', '2 no-such-rule', '3 unknown-variable'],
  ],
  [
    'the search for an empty name in a directive of one word ends',
    'SecRuleRemoveById\nSecRuleRemoveByTag ""\n',
    ['1 missing-argument', '2 no-such-rule'],
  ],
  [
    'a link of the chain that sets it is left out',
    `SecRule ARGS "@rx a" "id:1,phase:1,pass,nolog,setvar:tx.leak=1,chain"
    SecRule REMOTE_ADDR "@rbl list.example"
SecRule TX:leak "@eq 1" "id:9,phase:4,deny,log"
`,
    ['2 skipped-operator'],
  ],
  [
    'an update adds what a rule does not say: no default has brought it',
    `SecDefaultAction "phase:2,log,pass"
SecRule ARGS "@rx a" "id:1,phase:2,deny"
SecRuleUpdateActionById 1 "t:lowercase"
`,
    [],
  ],
  [
    'a default is inherited by each link that does not clear it',
    `SecDefaultAction "phase:2,log,pass,t:lowercase"
SecRule ARGS "@rx a" "id:1,phase:2,deny,t:none,chain"
    SecRule ARGS_NAMES "@rx b"
`,
    ['3 inherited-transformation'],
  ],
  ['nobody sets it', READS, ['1 unset-variable']],
  [
    'the rule that sets it has been removed',
    `SecAction "id:1,phase:1,pass,nolog,setvar:tx.leak=1"\nSecRuleRemoveById 1\n${READS}`,
    ['3 unset-variable'],
  ],
];

for (const [what, rules, expected] of cases) {
  test(what, () => assert.deepEqual(codesOf(rules), expected));
}

test('all cases ran', () => assert.equal(cases.length, 12));
