import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { applyEdits, editsFor } from '#compiler/cli/findings/apply-fixes.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import type { SourceFile } from '#compiler/source.ts';
import { commandLine } from '../../helpers/command-line.ts';

const WRONG = `SecRuleEngin On
SecRule ARGZ "@rxx a" "id:1,phase:2,t:lowercas,log,pass,noauditlg,ctl:ruleEngin=Off"
SecRule ARGS "@somethingelse a" "id:2,phase:2,log,pass,msg:'\xe4'"
`;

const FIXED = `SecRuleEngine On
SecRule ARGS "@rx a" "id:1,phase:2,t:lowercase,log,pass,noauditlog,ctl:ruleEngine=Off"
SecRule ARGS "@somethingelse a" "id:2,phase:2,log,pass,msg:'\xe4'"
`;

function check(t: TestContext, ...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-fix-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rules.conf');
  writeFileSync(path, WRONG, 'latin1');
  const program = [...commandLine, 'check', path, ...options];
  const { status, stderr } = spawnSync(process.execPath, program, { encoding: 'latin1' });
  return { status, stderr, text: readFileSync(path, 'latin1') };
}

test('--fix repairs what is one letter off and reports the rest', (t) => {
  const { status, stderr, text } = check(t, '--fix');
  assert.equal(text, FIXED);
  assert.equal(status, 1);
  assert.match(stderr, /rules\.conf:1:1: SecRuleEngin -> SecRuleEngine\n/);
  assert.match(stderr, /^6 locations fixed$/m);
  assert.match(stderr, /Unknown operator @somethingelse/);
  assert.doesNotMatch(stderr, /Unknown operator @rxx/);
});

test('a negation after the @ stays a negation', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-fix-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rules.conf');
  writeFileSync(path, 'SecRule ARGS "@!rx a" "id:1,phase:2,deny,log"\n');
  const { stderr } = spawnSync(process.execPath, [...commandLine, 'check', path, '--fix'], {
    encoding: 'utf8',
  });
  assert.match(stderr, /:1:15: @!rx -> !@rx\n1 location fixed\n$/);
  assert.equal(readFileSync(path, 'utf8'), 'SecRule ARGS "!@rx a" "id:1,phase:2,deny,log"\n');
});

test('--dry-run only shows it, and needs --fix', (t) => {
  const { status, stderr, text } = check(t, '--fix', '--dry-run');
  assert.equal(text, WRONG);
  assert.equal(status, 1);
  assert.match(stderr, /^6 locations to fix$/m);
  assert.match(stderr, /Unknown operator @rxx/);
  const alone = check(t, '--dry-run');
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /--dry-run needs --fix/);
});

test('each location is edited once, by the first of two edits that overlap', () => {
  const source: SourceFile = { path: 'a', text: 'one two three' };
  const at = (start: number, end: number, from: string, to: string): Diagnostic => ({
    code: 'c',
    severity: 'error',
    message: '',
    hint: undefined,
    fix: { from, to },
    span: { source, start, end },
    notes: [],
  });
  const edits = editsFor([
    at(4, 13, 'two three', '2 3'),
    at(0, 3, 'one', '1'),
    at(0, 3, 'one', '1'),
    at(8, 13, 'three', '3'),
    at(0, 3, 'absent', 'x'),
  ]);
  assert.equal(edits.length, 2);
  assert.deepEqual(applyEdits(edits), [{ path: 'a', text: '1 2 3' }]);
});
