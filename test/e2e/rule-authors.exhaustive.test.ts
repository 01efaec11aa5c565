/** `portcullis run` and `portcullis explain` as built: what the first minutes of a rule author need. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { COMMAND_LINE, emptyFolder, isBuilt } from './helpers/built.ts';

function portcullis(...words: readonly string[]) {
  return spawnSync(process.execPath, [COMMAND_LINE, ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

test('run names the rule, the fingerprint and the score', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const { status, stdout, stderr } = portcullis(
    'run',
    '--profile',
    'pl1',
    '--url',
    "/?id=1' OR '1'='1",
  );
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^pl1: BLOCKED 403 by rule 949110, inbound score \d+/);
  assert.match(stdout, /^rule 942100 /m);
  assert.match(stdout, /by @detectSQLi, fingerprint s&sos$/m);
  assert.equal(portcullis('run', '--url', '/?id=1').status, 0);
});

test('a change of a rule file is seen at once', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const path = join(emptyFolder(t), 'rules.conf');
  const rule = 'SecRuleEngine On\nSecRule ARGS "@rx evil" "id:1,phase:2,deny,status:403,log"\n';
  const run = (): number | null => portcullis('run', '--entry', path, '--url', '/?a=evil').status;
  writeFileSync(path, rule);
  assert.deepEqual([run(), run()], [1, 1]);
  writeFileSync(path, rule.replace('evil', 'bad'));
  assert.equal(run(), 0);
});

test('misuse exits with 2 and one sentence', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const cases: readonly (readonly string[])[] = [
    ['run'],
    ['run', 'none.txt'],
    ['run', '--url', '/', '--curl', 'curl /'],
    ['run', '--url', '/', '--format', 'xml'],
    ['run', '--url', '/', '--header', 'nonsense'],
    ['run', '--url', '/', '--profile', 'none'],
    ['explain', '1'],
    ['explain', 'no-such-code'],
    ['explain', '942100', '--format', 'xml'],
    ['explain', '942100', '--tests', 'nowhere'],
    ['explain'],
  ];
  for (const words of cases) {
    await t.test(rowTitle(words), () => {
      const { status, stderr } = portcullis(...words);
      assert.equal(status, 2, `${words.join(' ')}: ${stderr}`);
      assert.notEqual(stderr, '');
    });
  }
  assert.equal(cases.length, 11);
});

test('explain prints the page of a code', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const { status, stdout } = portcullis('explain', 'unset-variable');
  assert.equal(status, 0);
  assert.match(stdout, /^# unset-variable\n/);
});

test('explain prints JSON with the tests that cover the rule', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const tests = ['--tests', 'test/rules/cases'];
  const { status, stdout } = portcullis('explain', '942100', '--format', 'json', ...tests);
  assert.equal(status, 0);
  const { rules, tests: covering } = JSON.parse(stdout);
  assert.equal(rules[0].id, 942100);
  assert.ok(covering.length > 0);
});
