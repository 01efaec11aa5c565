/** `portcullis explain`: as written, as compiled, dropped and why, and who switches it off. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  compileProfile,
  explainRule,
  type RuleQuery,
} from '#compiler/cli/commands/explain/explain-rule.ts';
import type { Explanation, InProfile } from '#compiler/cli/commands/explain/explanation.ts';
import { formatTests, testsOf } from '#compiler/cli/commands/explain/find-tests.ts';
import { formatExplanation } from '#compiler/cli/commands/explain/format-explanation.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';

const files = memoryFiles({
  'setup.conf': 'SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=1"\n',
  'strict.conf': 'SecAction "id:1,phase:1,pass,nolog,setvar:tx.level=2"\n',
  'rules.conf': `SecRule REQUEST_URI "@streq /up" "id:2,phase:1,pass,nolog,ctl:ruleRemoveTargetById=4;ARGS:q"
SecRule TX:level "@lt 2" "id:3,phase:2,pass,nolog,skipAfter:END"
SecRule ARGS|!ARGS:x "@rx (?i)(?:evil|wicked)ness" \\
    "id:4,phase:2,deny,log,t:lowercase"
SecMarker END
SecRule ARGS "@rx ^(a+)+$" "id:5,phase:2,deny,log,chain"
    SecRule REQUEST_METHOD "!@within %{tx.level} GET" "setvar:tx.seen=1,t:none"
SecRule ARGS "@pm gone" "id:6,phase:2,deny,log"
SecRuleUpdateTargetById 4 "!ARGS:y"
SecRuleRemoveById 6
`,
});
const profiles = [
  profileOfEntries('pl1', ['setup.conf', 'rules.conf']),
  profileOfEntries('pl2', ['strict.conf', 'rules.conf']),
].map((profile) => compileProfile(profile, files));

const explain = (query: RuleQuery): readonly Explanation[] => explainRule(query, profiles, files);
const textOf = (query: RuleQuery): string => explain(query).map(formatExplanation).join('\n\n');

test('a rule is explained by its id, for each profile', () => {
  const text = textOf({ kind: 'Id', id: 4 });
  assert.match(text, /^Rule 4, rules\.conf:3\n\nSecRule ARGS\|!ARGS:x/);
  assert.match(text, /In profile pl1, phase 2:\n {2}dropped: always skipped by an earlier rule/);
  const strict = text.slice(text.indexOf('In profile pl2'));
  assert.match(strict, /targets: ARGS\|!ARGS:x\|!ARGS:y\n/);
  assert.match(strict, /transformations: t:lowercase\n/);
  assert.match(strict, /as JavaScript: \/.*\[Ee\]\[Vv\]/);
  assert.match(strict, /cost: linear, an automaton of \d+ states over \d+ byte classes\n/);
  assert.match(strict, /prefilter: only values with "evilness" or "wickedness"\n/);
  assert.match(
    strict,
    /when it matches: refuses the transaction with status 403\n {19}writes to the error log and the audit log\n/,
  );
  assert.match(strict, /exclusion: rule 2 removes ARGS:q when it matches \(rules\.conf:1\)/);
  assert.match(strict, /exclusion: SecRuleUpdateTargetById changes the rule \(rules\.conf:9\)/);
  assert.match(strict, /function rule4\(tx: Tx\): boolean \{/);
});

test('a rule is found by any of its lines', () => {
  for (const line of [3, 4]) {
    const [found] = explain({ kind: 'Line', file: 'rules.conf', line });
    assert.equal(found?.id, 4);
  }
  assert.deepEqual(explain({ kind: 'Line', file: 'rules.conf', line: 5 }), []);
  assert.deepEqual(explain({ kind: 'Id', id: 99 }), []);
});

test('a rule with a text of its own in each profile is explained twice', () => {
  const found = explain({ kind: 'Id', id: 1 });
  assert.deepEqual(
    found.map(({ file, profiles: each }) => [file, each.map(({ profile }) => profile)]),
    [
      ['setup.conf', ['pl1']],
      ['strict.conf', ['pl2']],
    ],
  );
});

test('a rule that a directive takes away', () => {
  const [found] = explain({ kind: 'Id', id: 6 });
  const expected: InProfile = {
    profile: 'pl1',
    phase: 2,
    fate: { kind: 'Removed' },
    exclusions: [{ what: 'SecRuleRemoveById removes the rule', file: 'rules.conf', line: 10 }],
  };
  assert.deepEqual(found?.profiles[0], expected);
});

test('links, and an expression that costs other engines dearly', () => {
  const [found] = explain({ kind: 'Id', id: 5 });
  const fate = found?.profiles[1]?.fate;
  assert.ok(fate?.kind === 'Kept');
  const [head, chained] = fate.links;
  assert.ok(head?.kind === 'Test' && chained?.kind === 'Test');
  const { states = 0, byteClasses = 0, ...expression } = head.expression ?? {};
  assert.deepEqual(expression, { javascript: '^(a+)+$', backtracking: 'exponential' });
  assert.ok(states > 3 && byteClasses === 2);
  assert.equal(head.prefilter, undefined);
  assert.deepEqual(chained, {
    kind: 'Test',
    targets: 'REQUEST_METHOD',
    transformations: [],
    operator: '!@within',
    argument: '2 GET',
    expression: undefined,
    prefilter: undefined,
    needs: [],
    effects: [],
  });
});

const TESTS = `rule_id: 4
tests:
  - test_id: 1
    stages:
      - input: {}
        output: { log: { expect_ids: [4] } }
  - test_id: 2
    stages:
      - input: {}
        output: { log: { no_expect_ids: [4, 5] } }
`;

test('tests that cover a rule are listed', () => {
  const tests = parseTests('4.yaml', TESTS);
  assert.deepEqual(testsOf(4, tests), [
    { id: '4-1', file: '4.yaml', expects: 'a match' },
    { id: '4-2', file: '4.yaml', expects: 'no match' },
  ]);
  assert.equal(formatTests(testsOf(5, tests)), 'Tests:\n  4-2 expects no match (4.yaml)');
  assert.equal(formatTests(testsOf(6, tests)), 'Tests: none');
});

test('a rule is found at a line of its file, however the path is written', () => {
  const folder = folderWith({ 'a b/rules.conf': 'SecAction "id:4,phase:1,pass,nolog"\n' });
  const paths = [
    'a b/rules.conf',
    './a b/rules.conf',
    'a b/../a b/rules.conf',
    join(folder, 'a b/rules.conf'),
  ];
  let count = 0;
  for (const path of paths) {
    const { stdout } = portcullis(folder, ['explain', `${path}:1`, '--entry', 'a b/rules.conf']);
    assert.match(stdout, /^Rule 4, a b\/rules\.conf:1\n/, path);
    count += 1;
  }
  assert.equal(count, 4);
});
