/** The hooks of `.pre-commit-hooks.yaml` in pre-commit itself, where it is installed (PRE_COMMIT names another). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../helpers/command-line.ts';
import { commitAll, copyOfProject, git } from './helpers/own-repository.ts';

const program = process.env['PRE_COMMIT'] ?? 'pre-commit';
const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim();

const WRONG = 'SecRule ARGS "@rx evil" "id:1,phase:2,deny,log,t:lowercas"\n';
const TESTS = `rule_id: 1
tests:
  - test_id: 1
    stages:
      - input: { uri: /?q=EVIL, headers: { Host: localhost } }
        output: { log: { expect_ids: [1] } }
`;

test('the hooks find mistakes, and pass when they are repaired', (t) => {
  if (version === undefined) return t.skip(`pre-commit is not here: ${program}`);
  t.diagnostic(version);
  const own = copyOfProject();
  git(own, 'init', '--quiet');
  const revision = commitAll(own);
  const home = folderWith({});
  const config = `repos:
  - repo: ${own}
    rev: ${revision}
    hooks:
      - id: portcullis-check
        args: ['rules/*.conf']
      - id: portcullis-test
        args: [tests, --entry, 'rules/*.conf']
      - id: portcullis-format
`;
  const folder = folderWith({
    '.pre-commit-config.yaml': config,
    'rules/a.conf': `SecRuleEngine On\n${WRONG}`,
    'tests/1.yaml': TESTS,
  });
  git(folder, 'init', '--quiet');
  commitAll(folder);
  const run = (): { readonly status: number | null; readonly output: string } => {
    const { status, stdout, stderr } = spawnSync(program, ['run', '--all-files', '--color=never'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PRE_COMMIT_HOME: home },
    });
    return { status, output: stdout + stderr };
  };

  const first = run();
  assert.equal(first.status, 1, first.output);
  assert.match(first.output, /portcullis check\.+Failed[\s\S]*Unknown transformation t:lowercas/);
  assert.match(first.output, /portcullis test\.+Failed/);
  assert.match(first.output, /portcullis format\.+Failed[\s\S]*files were modified by this hook/);

  const path = join(folder, 'rules/a.conf');
  const formatted = readFileSync(path, 'utf8');
  assert.match(formatted, /\n {4}t:lowercas,\\\n/);
  writeFileSync(path, formatted.replace('lowercas', 'lowercase'));
  commitAll(folder);
  const second = run();
  assert.equal(second.status, 0, second.output);
  assert.equal(second.output.match(/\.+Passed/g)?.length, 3, second.output);
});
