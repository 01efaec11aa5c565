/** Files are replaced in one step; what they are (mode, link, mount point) stays. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeFile } from '#compiler/cli/output/write-file.ts';
import { commandLine, folderWith, portcullis } from '../../helpers/command-line.ts';

test('a file is replaced with its mode, and nothing is left beside it', () => {
  const folder = folderWith({ 'a.conf': 'old' });
  const path = join(folder, 'a.conf');
  chmodSync(path, 0o640);
  // A second name of the old file shows that the file has been replaced, not written to.
  linkSync(path, join(folder, 'before'));
  writeFile(path, 'n\xe4w', 'latin1');
  writeFile(join(folder, 'b.conf'), 'n\xe4w');
  assert.deepEqual(readFileSync(path), Buffer.from('n\xe4w', 'latin1'));
  assert.deepEqual(readFileSync(join(folder, 'b.conf')), Buffer.from('n\xe4w', 'utf8'));
  assert.equal(statSync(path).mode & 0o7777, 0o640);
  assert.equal(readFileSync(join(folder, 'before'), 'utf8'), 'old');
  assert.deepEqual(readdirSync(folder), ['a.conf', 'b.conf', 'before']);
});

test('a symbolic link stays one; its file, in another folder, is replaced', () => {
  const folder = folderWith({ 'real/a.conf': 'old' });
  symlinkSync('real/a.conf', join(folder, 'link.conf'));
  writeFile(join(folder, 'link.conf'), 'new');
  assert.equal(readlinkSync(join(folder, 'link.conf')), 'real/a.conf');
  assert.equal(readFileSync(join(folder, 'real/a.conf'), 'utf8'), 'new');
  assert.ok(lstatSync(join(folder, 'real/a.conf')).isFile());
  assert.deepEqual(readdirSync(join(folder, 'real')), ['a.conf']);
});

test('a device is written to and stays a device', () => {
  writeFile('/dev/null', 'new');
  assert.ok(statSync('/dev/null').isCharacterDevice());
});

test('what the file system refuses is thrown, and leaves nothing', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, 'folder'));
  assert.throws(() => writeFile(join(folder, 'folder'), 'new'), /EISDIR/);
  assert.throws(() => writeFile(join(folder, 'none/a.conf'), 'new'), /ENOENT/);
  assert.throws(() => writeFile('/proc/none/a.conf', 'new'), /ENOENT/);
  assert.deepEqual(readdirSync(folder), ['folder']);
});

const UGLY = 'SecRule  ARGS x  "id:1,t:lowercas"\n';
const LONG = `${UGLY}${'# A comment of a rule file.\n'.repeat(4000)}`;

for (const words of ['format', 'check --fix']) {
  test(`${words}: a file that cannot be written completely stays as it was`, () => {
    const folder = folderWith({ 'a.conf': LONG });
    // The limit for the size of files, in place of a full disk.
    const script = `ulimit -f 16; trap '' XFSZ; exec "$@" ${words} a.conf`;
    const program = ['-c', script, 'sh', process.execPath, ...commandLine];
    const { status, stderr } = spawnSync('sh', program, { cwd: folder, encoding: 'utf8' });
    assert.match(stderr, /^error: Cannot write a\.conf\. EFBIG/m);
    assert.equal(status, 2, stderr);
    assert.equal(readFileSync(join(folder, 'a.conf'), 'latin1'), LONG);
    assert.deepEqual(readdirSync(folder), ['a.conf']);
  });
}

test('init, compile and load where no folder can be created say so', () => {
  const folder = folderWith({ 'a.conf': 'SecRuleEngine On\n' });
  const dumped = portcullis(folder, ['dump', 'a.conf']);
  writeFileSync(join(folder, 'a.json'), dumped.stdout);
  const lines = [
    ['init', '/proc/x'],
    ['compile', '--entry', 'a.conf', '--out', '/proc/x/y.mjs'],
    ['load', 'a.json', '--out', '/proc/x/y'],
  ];
  for (const words of lines) {
    const { status, stderr } = portcullis(folder, words);
    assert.equal(status, 2, words.join(' '));
    assert.match(
      stderr,
      /^error: Cannot write .*\/proc\/x.*\. There is no such folder\.\n$/,
      words.join(' '),
    );
  }
  assert.equal(lines.length, 3);
});
