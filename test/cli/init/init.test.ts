/** A new project compiles, checks, formats and tests clean; nothing is overwritten. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROFILE_NAME, projectFiles } from '#compiler/cli/commands/init/project-files.ts';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { runFtw } from '#compiler/cli/ftw/run-in-process.ts';
import { runRequest } from '#compiler/cli/inspection/run-request.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import { compile } from '#compiler/compile.ts';
import { formatFile } from '#compiler/format/format-file.ts';
import { readProfile } from '#compiler/profile.ts';
import { commandLine, folderWith, portcullis } from '../../helpers/command-line.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const files = memoryFiles(Object.fromEntries(projectFiles));

function profile() {
  const read = readProfile(PROFILE_NAME, files, {});
  assert.ok(read.kind === 'Ok');
  return read.profile;
}

test('check finds nothing, format changes nothing', () => {
  assert.deepEqual(checkProfiles([profile()], files).findings, []);
  for (const [path, text] of projectFiles) {
    if (!path.endsWith('.conf')) continue;
    assert.deepEqual(formatFile({ path, text }), { kind: 'Ok', text }, path);
  }
});

test('its tests pass, each for its reason', async () => {
  const { program } = compile(profile(), files);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const tests = parseTests('10001.yaml', projectFiles.get('tests/10001.yaml') ?? '');
  const summary = await runFtw({ waf, tests });
  assert.deepEqual([summary.passed, summary.failed, summary.skipped], [2, 0, 0]);
  const run = (url: string, type: string, body: string) =>
    runRequest(
      { waf, cards: [], plan: undefined },
      requestOf({ method: undefined, url, headers: [['Content-Type', type]], body }),
    );
  assert.equal(run('/', 'application/json', '{"a":"../x"}').ruleId, 10001);
  assert.equal(run('/', 'application/json', '{"a":').status, 400);
  assert.equal(run('/', 'application/x-www-form-urlencoded', 'a=b').verdict, 'passed');
});

test('init writes the project once', () => {
  const folder = folderWith({});
  const { status, stdout, stderr } = portcullis(folder, ['init', 'new']);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^new\/profiles\/site\.json\n/);
  for (const [path, text] of projectFiles) {
    assert.equal(readFileSync(join(folder, 'new', path), 'utf8'), text);
  }
  const checked = portcullis(join(folder, 'new'), ['check']);
  assert.equal(checked.stdout, '0 errors, 0 warnings\n', checked.stderr);
  const again = portcullis(join(folder, 'new'), ['init']);
  assert.equal(again.status, 2);
  assert.match(
    again.stderr,
    /^error: profiles\/site\.json, .*already in this folder\. Nothing has been written; name another folder\.$/m,
  );
  assert.ok(!existsSync(join(folder, 'profiles')));
});

test('the next steps name a folder with blanks as a shell reads it', () => {
  const folder = folderWith({});
  const { stdout } = portcullis(folder, ['init', "bob's rules"]);
  assert.match(stdout, /^ {2}cd 'bob'\\''s rules'$/m);
});

test('the next steps start the command line as it was started', () => {
  const folder = folderWith({ 'node_modules/.bin/none': '', 'bin/none': '', 'site/none': '' });
  const outside = folderWith({});
  const started = (file: string, cwd: string, project: string): string | undefined => {
    const options = { cwd: join(folder, cwd), encoding: 'utf8' as const };
    const env = { ...process.env, PATH: `${process.env['PATH']}:${join(folder, 'bin')}` };
    const words = [...commandLine.slice(0, -1), file, 'init', project];
    const { stdout, stderr } = spawnSync(process.execPath, words, { ...options, env });
    return /^ {2}(.+) check --profile site$/m.exec(stdout)?.[1] ?? stderr;
  };
  const original = commandLine.at(-1) ?? '';
  const [npm, global] = [join(folder, 'node_modules/.bin/waf'), join(folder, 'bin/waf')];
  for (const link of [npm, global]) symlinkSync(original, link);
  assert.equal(started(npm, '.', 'a'), 'npx waf');
  assert.equal(started(npm, 'site', '.'), 'npx waf');
  assert.equal(started(global, '.', 'b'), 'waf');
  // npx does not find the package there.
  assert.match(started(npm, 'site', outside) ?? '', /node.* \S*node_modules\/\.bin\/waf$/);
  assert.ok(started(original, '.', 'c')?.endsWith(original));
});

test('the current folder may have files; those that the profile reads are named', () => {
  const folder = folderWith({ 'README.md': '# Site', 'rules/200-mine.conf': 'SecMarker A\n' });
  const { status, stdout, stderr } = portcullis(folder, ['init', './']);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^The profile also reads rules\/200-mine\.conf, which was there before\.$/m);
  assert.match(stdout, /^Next:\n {2}\S.* check --profile/m);
  assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), '# Site');
  assert.equal(portcullis(folder, ['check']).status, 0);
});

test('when a file cannot be written, none is', () => {
  const folder = folderWith({ rules: 'a file where a folder must be' });
  const { status, stderr } = portcullis(folder, ['init']);
  assert.equal(status, 2);
  assert.match(
    stderr,
    /^error: Cannot write rules\/100-own\.conf\. A part of its path is not a folder\.$/m,
  );
  for (const path of projectFiles.keys()) assert.ok(!existsSync(join(folder, path)), path);
});

test('commands without a profile use all profiles of a project that has pl1 and not pl2', () => {
  const folder = folderWith({
    'profiles/pl1.json': '{ "files": ["base.conf"] }',
    'base.conf': 'SecRuleEngine On\n',
  });
  assert.equal(portcullis(folder, ['init']).status, 0);
  const { status, stdout, stderr } = portcullis(folder, ['check']);
  assert.deepEqual([status, stdout, stderr], [0, '0 errors, 0 warnings\n', '']);
  const { status: blocked } = portcullis(folder, ['run', '--url', '/?file=../../etc/passwd']);
  assert.equal(blocked, 0, 'pl1 is the first');
  const other = { ENGINE_RULES_PATH_APIS: 'none.conf' };
  assert.match(portcullis(folder, ['check'], '', other).stderr, /none\.conf/);
});
