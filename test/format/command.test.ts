/** `portcullis format` as a process: in place, --check, --stdin. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, portcullis } from '../helpers/command-line.ts';

const UGLY = 'SecRule  ARGS x  "id:1"\n';
const FORMATTED = 'SecRule ARGS "@rx x" \\\n    "id:1"\n';

test('--check names files and writes nothing; without it they are written', () => {
  const folder = folderWith({ 'rules/a.conf': UGLY, 'rules/b.conf': FORMATTED });
  const read = (): string => readFileSync(join(folder, 'rules/a.conf'), 'latin1');
  const checked = portcullis(folder, ['format', '--check']);
  assert.equal(checked.status, 1, checked.stderr);
  assert.equal(checked.stdout, 'rules/a.conf\n1 file to format, 1 already is\n');
  assert.equal(read(), UGLY);
  assert.equal(portcullis(folder, ['format', '--check', 'rules/']).stdout, checked.stdout);
  const written = portcullis(folder, ['format', 'rules/a.conf']);
  assert.equal(written.stdout, 'rules/a.conf\n1 file formatted, 0 already are\n');
  assert.equal(written.status, 0);
  assert.equal(read(), FORMATTED);
});

test('standard input; a file with errors is exit 2 and stays', () => {
  const folder = folderWith({ 'broken.conf': 'SecRul x\nSecRule ARGS "x\n' });
  const piped = portcullis(folder, ['format', '--stdin'], UGLY);
  assert.equal(piped.stdout, FORMATTED);
  const { status, stderr } = portcullis(folder, ['format', 'broken.conf']);
  assert.equal(status, 2);
  assert.match(stderr, /broken\.conf:2:/);
});
