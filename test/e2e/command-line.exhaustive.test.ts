import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { rowTitle } from '../helpers/row-title.ts';
import { COMMAND_LINE, emptyFolder, isBuilt } from './helpers/built.ts';

type Run = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function portcullis(cwd: string, ...commandArguments: readonly string[]): Run {
  return spawnSync(process.execPath, [COMMAND_LINE, ...commandArguments], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
  });
}

const GOOD = `SecRuleEngine On
SecRule ARGS "@rx evil" "id:1,phase:2,deny,status:403,t:none,log,msg:'Evil'"
`;
const BAD = 'SecRule ARGS "@rx (" "id:1,phase:2,deny"\nSecRul ARGS "@rx x" "id:2"\n';
const FTW = `---
meta:
  author: "portcullis"
rule_id: 1
tests:
  - test_id: 1
    stages:
      - input:
          dest_addr: "127.0.0.1"
          port: 80
          headers: { Host: "localhost" }
          uri: "/?a=evil"
          version: "HTTP/1.1"
        output:
          log:
            expect_ids: [1]
`;

test('check exits with 0 for clean rules, 1 for findings, 2 for misuse', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'good.conf'), GOOD);
  writeFileSync(join(folder, 'bad.conf'), BAD);
  const clean = portcullis(folder, 'check', 'good.conf');
  assert.equal(clean.status, 0, clean.stderr);
  assert.match(clean.stdout, /^0 errors, 0 warnings$/m);
  const found = portcullis(folder, 'check', 'bad.conf');
  assert.equal(found.status, 1);
  assert.match(found.stderr, /^bad\.conf:1:[0-9]+: error: /m);
  assert.match(found.stderr, /^bad\.conf:2:1: error: /m);
  assert.match(found.stderr, /^ *\^+$/m);
  const missing = portcullis(folder, 'check', 'none.conf');
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /none\.conf/);
  for (const misuse of [['check', '--nonsense'], ['chekc'], [], ['check']]) {
    const run = portcullis(folder, ...misuse);
    assert.equal(run.status, 2, `${misuse.join(' ')}: ${run.stderr}`);
    assert.notEqual(run.stderr, '');
  }
});

test('compile: 0 and a module, 1 and nothing written, 2 for misuse', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'good.conf'), GOOD);
  writeFileSync(join(folder, 'bad.conf'), BAD);
  const compiled = portcullis(folder, 'compile', '--entry', 'good.conf', '--out', 'waf.mjs');
  assert.equal(compiled.status, 0, compiled.stderr);
  const { waf } = await import(pathToFileURL(join(folder, 'waf.mjs')).href);
  assert.equal(waf.manifest.rules.read, 1);
  const failed = portcullis(folder, 'compile', '--entry', 'bad.conf', '--out', 'bad.mjs');
  assert.equal(failed.status, 1);
  assert.equal(existsSync(join(folder, 'bad.mjs')), false);
  for (const misuse of [['--profile', 'none'], ['--out', 'x.mjs'], ['--nonsense']]) {
    const run = portcullis(folder, 'compile', ...misuse);
    assert.equal(run.status, 2, `${misuse.join(' ')}: ${run.stderr}`);
  }
});

test('test: 0 when all pass, 1 when one fails, 2 for misuse and when none is left', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'good.conf'), GOOD);
  writeFileSync(join(folder, 'pass.yaml'), FTW);
  writeFileSync(join(folder, 'fail.yaml'), FTW.replace('a=evil', 'a=good'));
  const cases: readonly (readonly [readonly string[], 0 | 1 | 2])[] = [
    [['pass.yaml', '--entry', 'good.conf'], 0],
    [['fail.yaml', '--entry', 'good.conf'], 1],
    [['pass.yaml', '--entry', 'good.conf', '--exclude', '.'], 2],
    [['pass.yaml', '--entry', 'good.conf', '--passes', 'off'], 0],
    [['pass.yaml', '--profile', 'none'], 2],
    [['pass.yaml', '--nonsense'], 2],
    [[], 2],
  ];
  for (const [commandArguments, status] of cases) {
    await t.test(rowTitle(commandArguments), () => {
      const run = portcullis(folder, 'test', ...commandArguments);
      assert.equal(run.status, status, `${commandArguments.join(' ')}: ${run.stdout}${run.stderr}`);
    });
  }
  assert.equal(cases.length, 7);
});

test('npx portcullis --version prints the version of the package', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const writtenAt = statSync(COMMAND_LINE).mtimeMs;
  // The first time: npx keeps a link to the package in npm's cache.
  const run = spawnSync('npx', ['portcullis', '--version'], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache: emptyFolder(t) },
    timeout: 300_000,
  });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stdout.trim(), version);
  assert.equal(statSync(COMMAND_LINE).mtimeMs, writtenAt, 'npx has built it anew');
});

test('compile says why it cannot write, before it compiles; --entry takes several files', (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  file('a.conf', GOOD);
  file('b.conf', GOOD.replace('id:1', 'id:2').replace('evil', 'bad'));
  file('taken', '');
  file('bad.conf', BAD);
  file('pass.yaml', FTW);
  mkdirSync(join(folder, 'folder.mjs'));
  const unwritable = [
    ['--out taken/waf.mjs', 'taken/waf.mjs. A part of its path is not a folder.'],
    ['--out folder.mjs', 'folder.mjs. It is a folder.'],
    ['--out /proc/waf.mjs', '/proc/waf.mjs. There is no such folder.'],
    ['', 'generated. A part of its path is not a folder.'],
  ] as const;
  file('generated', '');
  for (const [out, why] of unwritable) {
    const options = `--entry bad.conf ${out}`.trim().split(' ');
    const { status, stdout, stderr } = portcullis(folder, 'compile', ...options);
    assert.equal(status, 2, stderr);
    assert.ok(stderr.startsWith(`error: Cannot write ${why}`), stderr);
    assert.equal(stderr.split('\n').length, 2, 'one line, nothing of what is wrong with the rules');
    assert.equal(stdout, '');
  }
  assert.equal(unwritable.length, 4);
  const both = portcullis(folder, 'compile', '--entry', 'a.conf', 'b.conf', '--out', 'waf.mjs');
  assert.equal(both.status, 0, both.stderr);
  assert.match(both.stdout, /^custom: 2 rules read/);
  const tests = [
    ['pass.yaml', '--entry', 'a.conf', 'b.conf'],
    ['--entry', 'a.conf', 'b.conf', 'pass.yaml'],
    ['--entry', 'a.conf', '--entry', 'b.conf', 'pass.yaml'],
    ['--entry', 'a.conf', '--entry', 'b.conf', '--', 'pass.yaml'],
  ];
  for (const words of tests) {
    const { status, stdout, stderr } = portcullis(folder, 'test', ...words);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /1 passed|1 of 1/, stdout);
  }
  assert.equal(tests.length, 4);
  assert.ok(!existsSync(join(folder, 'generated/custom')));
});
