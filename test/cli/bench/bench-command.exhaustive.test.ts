import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PARTS } from '#compiler/cli/commands/bench/parts-of-module.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function bench(...options: readonly string[]) {
  const command = [...commandLine, 'bench', ...options];
  return spawnSync(process.execPath, command, { encoding: 'utf8' });
}

const rules = file(
  'rules.conf',
  `SecRuleEngine On
SecRule ARGS "@rx (?i)evil\\d+" "id:1,phase:2,deny,status:403,t:urlDecodeUni"`,
);
const requests = file(
  'mix.jsonl',
  `{"name":"a","method":"GET","path":"/?q=evil1","headers":{"Accept":"*/*"}}

{"name":"b","method":"GET","path":"/?q=good","headers":{"Cookie":"sid=0123456789abcdef"}}
`,
);

test('a report says what was measured, and two of them can be compared', () => {
  const run = bench('--requests', requests, '--entry', rules, '--rounds', '500', '--json');
  assert.equal(run.status, 0, run.stderr);
  const report = JSON.parse(run.stdout);
  assert.equal(report.schemaVersion, 1);
  assert.equal(report.passes, 'on');
  const [mix] = report.mixes;
  assert.deepEqual([mix.mix, mix.requests, mix.blocked, mix.rounds], ['mix', 2, 1, 500]);
  assert.ok(mix.microseconds > 0 && mix.microseconds < 100_000);
  assert.ok(mix.allocatedBytes > 0);
  assert.deepEqual(Object.keys(mix.shares), [...PARTS]);
  const shares: readonly number[] = Object.values(mix.shares);
  const sum = shares.reduce((total, share) => total + share, 0);
  assert.ok(sum > 0.98 && sum < 1.02, String(sum));

  const older = file('older.json', JSON.stringify(report));
  const doubled = { ...mix, microseconds: mix.microseconds * 2 };
  const newer = file('newer.json', JSON.stringify({ ...report, mixes: [doubled] }));
  const compared = bench('--compare', older, newer);
  assert.equal(compared.status, 0, compared.stderr);
  assert.match(compared.stdout, /^ {2}mixes mix microseconds .* 2\.00 x$/m);
  assert.match(compared.stdout, /^ {2}mixes mix allocatedBytes .* 1\.00 x$/m);
});

test('a usage error is distinguished from a failure', async (t) => {
  const broken = file('broken.jsonl', '{"name":"a","method":"GET","path":"/","headers":{"A":1}}');
  const stranger = file('stranger.json', '{"figures":1}');
  const old = file('old.json', '{"schemaVersion":0,"microseconds":1}');
  const current = file('current.json', '{"schemaVersion":1,"microseconds":1}');
  const cases: readonly (readonly [options: readonly string[], message: RegExp])[] = [
    [[], /--requests FILE/],
    [['--requests', join(folder, 'none')], /Cannot read/],
    [['--requests', broken], /line 1 is not a request/],
    [['--requests', requests, '--passes', 'some'], /--passes takes off/],
    [['--requests', requests, '--profile', 'none'], /profiles\/none\.json/],
    [['--compare', current], /two files/],
    [['--compare', stranger, current], /not a report/],
    [['--compare', old, current], /schema versions 0 and 1/],
  ];
  for (const [options, message] of cases) {
    await t.test(rowTitle(options), () => {
      const run = bench(...options);
      assert.equal(run.status, 2, options.join(' '));
      assert.match(run.stderr, message);
    });
  }
  assert.equal(cases.length, 8);
});
