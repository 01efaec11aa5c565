/** `portcullis tune` as a process: what it writes, its exit codes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { auditLog, RULES } from './helpers.ts';

test('--out writes files that check accepts; a sample that passes then is exit 1', async () => {
  const log = await auditLog([{ url: "/search?q=it's" }]);
  const sample = JSON.stringify({ name: 'attack', path: "/search?q='" });
  const folder = folderWith({
    'rules.conf': RULES,
    'audit.log': `${log}half a li`,
    'samples/attacks.jsonl': `${sample}\n`,
  });
  const words = ['tune', 'audit.log', '--entry', 'rules.conf', '--out', 'new.conf'];
  const { status, stdout, stderr } = portcullis(folder, words);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^1 line of the log could not be read\.$/m);
  assert.match(stdout, /^new\.conf: load it before rules\.conf$/m);
  assert.match(readFileSync(join(folder, 'new.conf'), 'latin1'), /ARGS:q"\n$/);
  assert.ok(!existsSync(join(folder, 'new.after.conf')));
  assert.equal(portcullis(folder, ['check', 'new.conf', 'rules.conf']).status, 0);
  const opened = portcullis(folder, [...words, '--samples', 'samples']);
  assert.equal(opened.status, 1, opened.stderr);
  assert.match(opened.stdout, /samples: 1 of 1 pass that were blocked before\n {2}attack\n/);
});

test('misuse exits with 2 and one sentence', () => {
  const folder = folderWith({ 'rules.conf': RULES, 'no.log': 'nonsense\n' });
  const cases: readonly (readonly string[])[] = [['no.log'], ['no.log', '--min-count', 'x']];
  for (const words of cases) {
    const { status, stderr } = portcullis(folder, ['tune', '--entry', 'rules.conf', ...words]);
    assert.equal(status, 2, `${words.join(' ')}: ${stderr}`);
    assert.match(stderr, /^error: .+\n/);
  }
  assert.equal(cases.length, 2);
});
