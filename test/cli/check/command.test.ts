/** `portcullis check` as a process: exit codes, streams, options, any working directory. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { commandLine, folderWith } from '../../helpers/command-line.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const WARNS = 'SecRule ARGS "@rx Evil" "id:1,phase:2,deny,log,t:lowercase"\n';
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'clean.conf'), 'SecRuleEngine On\n');
writeFileSync(join(folder, 'warns.conf'), WARNS);
writeFileSync(join(folder, 'notice.conf'), 'SecMarker X\n');
writeFileSync(
  join(folder, 'order.conf'),
  `SecAction "id:900990,phase:1,nolog,pass,tag:'OWASP_CRS',ver:'OWASP_CRS/4.28.0'"\n`,
);
writeFileSync(join(folder, 'broken.conf'), 'SecRuleEngin On\n');

function check(line: string, cwd = folder) {
  return spawnSync(process.execPath, [...commandLine, 'check', ...line.split(' ')], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
}

test('exit codes', async (t) => {
  const cases: readonly (readonly [line: string, status: number])[] = [
    ['clean.conf', 0],
    ['notice.conf', 0],
    ['notice.conf --fail-on notice', 1],
    ['warns.conf', 1],
    ['warns.conf --fail-on error', 0],
    ['warns.conf --max-warnings 1', 0],
    ['warns.conf --fail-on error --max-warnings 0', 1],
    ['warns.conf --off unmatchable-text', 0],
    ['warns.conf --fail-on error --error unmatchable-text', 1],
    ['broken.conf --fail-on error', 1],
    ['order.conf', 0],
    ['order.conf --preset crs', 1],
    ['order.conf --preset crs --fail-on error', 0],
    ['order.conf --preset owasp', 2],
    ['warns.conf --format xml', 2],
    ['warns.conf --off no-such-code', 2],
    ['warns.conf --fail-on never', 2],
    ['warns.conf --max-warnings many', 2],
    ['warns.conf --write-baseline', 2],
    ['warns.conf --baseline warns.conf', 2],
    ['warns.conf --baseline none/b.json --write-baseline', 2],
  ];
  for (const [line, status] of cases) {
    await t.test(rowTitle(line), () => {
      const run = check(line);
      assert.equal(run.status, status, `${line}\n${run.stderr}`);
    });
  }
  assert.equal(cases.length, 21);
});

test('the exit code of files of policies follows --fail-on', () => {
  const policy = { match: ['*'], profile: 'pl1', exclusions: 'exclusions.json' };
  const site = folderWith({
    'profiles/pl1.json': '{ "name": "pl1", "files": ["rules.conf"] }',
    'rules.conf': 'SecRuleEngine On\n',
    'exclusions.json': '{ "exclusions": [{ "rules": [1] }] }',
    'policies.json': JSON.stringify({ policies: { all: policy } }),
  });
  const statuses = ['', ' --fail-on error', ' --max-warnings 1', ' --fail-on never'].map(
    (options) => check(`policies.json${options}`, site).status,
  );
  assert.deepEqual(statuses, [1, 0, 0, 2]);
});

test('names beyond ASCII are found and shown as they are written', () => {
  mkdirSync(join(folder, 'règles'));
  mkdirSync(join(folder, 'profiles'));
  const named = 'Include règles/*.conf\nInclude "règles/là.conf"\n';
  writeFileSync(join(folder, 'règles/été.conf'), WARNS);
  writeFileSync(join(folder, 'règles/mots.données'), 'evil\n');
  writeFileSync(join(folder, 'nommé.conf'), named);
  writeFileSync(
    join(folder, 'règles/suite.conf'),
    'SecRule ARGS "@pmFromFile mots.données" "id:2,phase:2,deny"\n',
  );
  writeFileSync(join(folder, 'profiles/é.json'), '{"files":["nommé.conf"]}');
  for (const line of ['nommé.conf', '--profile é']) {
    const { stderr, status } = check(line);
    assert.equal(status, 1);
    assert.match(stderr, /^nommé\.conf:2:10: error: Cannot read the rule file règles\/là\.conf\./m);
  }
  writeFileSync(join(folder, 'nommé.conf'), 'Include règles/*.conf\n');
  const { stderr } = check('nommé.conf');
  assert.match(stderr, /^règles\/été\.conf:1:\d+: warning/m);
});

test('a name may contain a colon or a comma', () => {
  writeFileSync(join(folder, 'a,b:c.conf'), 'SecRuleEngin On\n');
  const { stderr, status } = check('a,b:c.conf');
  assert.equal(status, 1);
  assert.match(stderr, /^a,b:c\.conf:1:1: error: Unknown directive SecRuleEngin\./);
});

test('a reader that closes the pipe early changes no exit code', async () => {
  writeFileSync(join(folder, 'many.conf'), 'SecRuleEngin On\n'.repeat(3000));
  const child = spawn(
    process.execPath,
    [...commandLine, 'check', '--format', 'json', 'many.conf'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.stdout.once('data', () => child.stdout.destroy());
  assert.deepEqual(await once(child, 'close'), [1, null]);
});

test('documents are all of standard output', () => {
  for (const format of ['json', 'sarif']) {
    const { stdout, stderr, status } = check(`warns.conf --format ${format}`);
    assert.deepEqual([status, stderr], [1, '']);
    assert.ok(JSON.parse(stdout) !== undefined);
  }
});

test('a baseline is known from any folder, and so are the findings', () => {
  assert.equal(check('warns.conf --baseline base.json --write-baseline').status, 0);
  const known = check('warns.conf --baseline base.json');
  assert.deepEqual([known.status, known.stderr], [0, '']);
  assert.match(known.stdout, /^0 errors, 0 warnings\n1 suppressed by the baseline$/m);
  const elsewhere = check('../warns.conf --baseline ../base.json', join(folder, 'sub'));
  assert.deepEqual([elsewhere.status, elsewhere.stderr], [0, '']);
  const [here, there] = [check('warns.conf'), check('../warns.conf', join(folder, 'sub'))];
  assert.equal(there.stderr, here.stderr.replaceAll('warns.conf', '../warns.conf'));
});

test('names of files are shown as they are, whatever their letters and the format', () => {
  writeFileSync(join(folder, 'für.conf'), 'SecMarker für\n');
  for (const format of ['text', 'json', 'github', 'junit']) {
    const { stdout, stderr } = check(`für.conf --error unused-marker --format ${format}`);
    const shown = stdout + stderr;
    assert.ok(shown.includes('für.conf') && shown.includes('SecMarker für'), shown);
  }
});

test('folders stand for their rule files, and a stream is read once', () => {
  mkdirSync(join(folder, 'both'));
  writeFileSync(join(folder, 'both/a.conf'), WARNS);
  writeFileSync(join(folder, 'both/b.conf'), WARNS.replace('id:1', 'id:2'));
  writeFileSync(join(folder, 'both/notes.txt'), 'SecRuleEngin');
  for (const [line, cwd] of [
    ['both', folder],
    ['both/', folder],
    ['.', join(folder, 'both')],
  ] as const) {
    assert.match(check(line, cwd).stdout, /^0 errors, 2 warnings$/m, line);
  }
  const piped = spawnSync(process.execPath, [...commandLine, 'check', '/dev/stdin'], {
    input: WARNS,
    encoding: 'utf8',
  });
  assert.match(piped.stdout, /^0 errors, 1 warning$/m);
  assert.match(piped.stderr, /^\/dev\/stdin:1:19: warning: /);
});

test('a result that cannot be written, as on a full disk, is an error', (t) => {
  if (!existsSync('/dev/full')) return t.skip('this system has no /dev/full');
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(
    process.execPath,
    [...commandLine, 'check', '--format', 'json', 'clean.conf'],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', full, 'pipe'] },
  );
  closeSync(full);
  assert.equal(status, 2);
  assert.match(stderr, /^error: Cannot write to standard output\. ENOSPC: [^\n]*\.\n$/);
});
