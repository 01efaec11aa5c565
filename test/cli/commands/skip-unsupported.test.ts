/** `--skip-unsupported`: rules that need Lua or exec are left out, listed at every run, and missing nowhere in silence. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../../helpers/command-line.ts';

const PLUGIN = `SecRuleEngine On
SecRule ARGS:a "@streq x" "id:9510100,phase:2,deny,log,chain"
    SecRuleScript antivirus.lua
SecRule ARGS:a "@streq y" "id:9510110,phase:2,deny,log,exec:alarm.lua"
`;
const SITE = 'SecRule ARGS:a "@streq z" "id:1,phase:2,deny,log"\n';
const TESTS = `rule_id: 1
tests:
  - test_id: 1
    stages: [{ input: { uri: '/?a=z' }, output: { log: { expect_ids: [1] } } }]
`;
const entry = ['--entry', 'plugin.conf', '--entry', 'site.conf'];

test('without it they are errors, with it a list, at every command', () => {
  const folder = folderWith({ 'plugin.conf': PLUGIN, 'site.conf': SITE, 'tests.yaml': TESTS });
  const run = (...words: string[]) => portcullis(folder, words);

  const refused = run('compile', ...entry, '--out', 'rules.mjs');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /plugin\.conf:3:5: error: The directive SecRuleScript is not/);
  assert.match(refused.stderr, /plugin\.conf:4:\d+: error: The action exec is not supported/);
  assert.doesNotMatch(refused.stderr, /site\.conf/);

  const compiled = run('compile', ...entry, '--out', 'rules.mjs', '--skip-unsupported');
  assert.equal(compiled.status, 0, compiled.stderr);
  assert.match(compiled.stderr, /warning: Rule 9510100 is left out: the directive SecRuleScript/);
  assert.match(compiled.stderr, /warning: Rule 9510110 is left out: the action exec/);
  assert.match(compiled.stdout, /3 rules read, 1 emitted, .*, 2 left out \(9510100 9510110\)/);
  assert.match(
    readFileSync(join(folder, 'rules.mjs'), 'utf8'),
    /skipped:\s?\[9510100,\s?9510110\]/,
  );

  const checked = run('check', 'plugin.conf', 'site.conf', '--skip-unsupported');
  assert.equal(checked.status, 1);
  assert.match(checked.stdout, /0 errors, 2 warnings/);

  // A second run has the compiled rules from the cache.
  for (let turn = 0; turn < 2; turn += 1) {
    const tested = run('test', 'tests.yaml', ...entry, '--skip-unsupported');
    assert.equal(tested.status, 0, tested.stderr);
    assert.match(tested.stdout, /1 passed, 0 failed, 0 skipped/);
    assert.match(
      tested.stderr,
      /left out because they need unsupported features: rules 9510100 9510110/,
    );
  }
  const blocked = run('run', ...entry, '--url', '/?a=z', '--skip-unsupported');
  assert.equal(blocked.status, 1);
  assert.match(
    blocked.stderr,
    /left out because they need unsupported features: rules 9510100 9510110/,
  );
  const passed = run('run', ...entry, '--url', '/?a=y', '--skip-unsupported');
  assert.equal(passed.status, 0, passed.stdout);
});

test('other errors of such a rule, and other directives that are refused, stay errors', () => {
  const folder = folderWith({
    'a.conf':
      'SecRule ARGS "@rx (" "id:1,phase:2,deny,log,exec:x"\nSecRemoteRules key https://a/\n',
  });
  const { status, stderr } = portcullis(folder, [
    'compile',
    '--entry',
    'a.conf',
    '--skip-unsupported',
  ]);
  assert.equal(status, 1);
  assert.match(stderr, /error: .*\[bad-regex\]/);
  assert.match(stderr, /error: The action exec is not supported/);
  assert.match(stderr, /error: The directive SecRemoteRules is not supported/);
});
