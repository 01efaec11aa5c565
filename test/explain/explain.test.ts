/** `portcullis explain`: as written, as compiled, dropped and why, and who switches it off. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainRule } from '../../compiler/explain/explain-rule.ts';
import { profileOfEntries } from '../../compiler/profile.ts';
import { memoryFiles } from '../helpers/compile-text.ts';

const files = memoryFiles({
  'setup.conf': 'SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=1"\n',
  'strict.conf': 'SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=2"\n',
  'rules.conf': `SecRule REQUEST_URI "@streq /up" "id:2,phase:1,pass,nolog,ctl:ruleRemoveTargetById=4;ARGS:q"
SecRule TX:level "@lt 2" "id:3,phase:2,pass,nolog,skipAfter:END"
SecRule ARGS|!ARGS:x "@rx (?:evil|wicked)ness" \\
    "id:4,phase:2,deny,log,t:lowercase"
SecMarker END
SecRuleUpdateTargetById 4 "!ARGS:y"
`,
});
const profiles = [
  profileOfEntries('pl1', ['setup.conf', 'rules.conf']),
  profileOfEntries('pl2', ['strict.conf', 'rules.conf']),
];

test('a rule by its id, in each profile', () => {
  const text = explainRule({ kind: 'Id', id: 4 }, profiles, files) ?? '';
  assert.match(text, /^Rule 4, rules\.conf:3\n\nSecRule ARGS\|!ARGS:x/);
  assert.match(text, /In profile pl1, phase 2:\n {2}dropped: behind a skip that is always taken/);
  const strict = text.slice(text.indexOf('In profile pl2'));
  assert.match(strict, /targets: ARGS\|!ARGS:x\|!ARGS:y\n/);
  assert.match(strict, /transformations: t:lowercase\n/);
  assert.match(strict, /prefilter: "/);
  assert.match(strict, /exclusion: rule 2 removes ARGS when it matches \(rules\.conf:1\)/);
  assert.match(strict, /exclusion: SecRuleUpdateTarget at rules\.conf:6/);
  assert.match(strict, /function rule4\(tx: Tx\): boolean \{/);
});

test('a rule by any of its lines', () => {
  for (const line of [3, 4]) {
    const text = explainRule({ kind: 'Line', file: 'rules.conf', line }, profiles, files);
    assert.match(text ?? '', /^Rule 4, /);
  }
  assert.equal(
    explainRule({ kind: 'Line', file: 'rules.conf', line: 5 }, profiles, files),
    undefined,
  );
  assert.equal(explainRule({ kind: 'Id', id: 99 }, profiles, files), undefined);
});
