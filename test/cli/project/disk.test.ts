/** Files that cannot be read: each message says why, and none is read without an end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { disk } from '#compiler/cli/project/disk.ts';
import { cannotRead } from '#compiler/rule-files.ts';
import { commandLine, folderWith, portcullis } from '../../helpers/command-line.ts';

test('messages about files that cannot be read have a reason', (t) => {
  const folder = folderWith({ 'a.conf': 'SecRuleEngine On\n', 'secret.conf': '' });
  symlinkSync('loop.conf', join(folder, 'loop.conf'));
  chmodSync(join(folder, 'secret.conf'), 0);
  const rows: readonly (readonly [path: string, reason: string])[] = [
    ['none.conf', 'There is no such file.'],
    ['.', 'It is a folder.'],
    ['a.conf/b', 'A part of its path is not a folder.'],
    ['loop.conf', 'It is a link to itself.'],
    // Root can read everything.
    ...(process.getuid?.() === 0
      ? []
      : [['secret.conf', 'You have no permission to read it.'] as const]),
  ];
  for (const [name, reason] of rows) {
    const path = join(folder, name);
    assert.equal(disk.read(path), undefined, name);
    assert.equal(cannotRead(path, disk, name), `Cannot read ${name}. ${reason}`);
  }
  assert.ok(rows.length >= 4);
  if (rows.length < 5) t.diagnostic('as root, every file can be read');
  assert.equal(disk.read(join(folder, 'a.conf')), 'SecRuleEngine On\n');
  assert.equal(disk.read('/dev/null'), '');
});

test('a device without an end is refused', () => {
  assert.equal(disk.read('/dev/zero'), undefined);
  assert.equal(cannotRead('/dev/zero', disk), 'Cannot read /dev/zero. It is too long.');
});

test('commands say why they cannot read what they are given', () => {
  const folder = folderWith({ 'a.conf': 'SecRuleEngine On\nInclude b/none.conf\n' });
  const rows: readonly (readonly [words: readonly string[], message: string])[] = [
    [['check', 'none.conf'], 'Cannot read none.conf. There is no such file.'],
    [['check', 'a.conf/x'], 'Cannot read a.conf/x. A part of its path is not a folder.'],
    [['run', '.', '--entry', 'a.conf'], 'Cannot read .. It is a folder.'],
    [['format', 'none.conf'], 'Cannot read none.conf. There is no such file.'],
    [['check', 'a.conf'], 'Cannot read the rule file b/none.conf. There is no such file.'],
  ];
  for (const [words, message] of rows) {
    const { stderr, status } = portcullis(folder, words);
    assert.ok(stderr.includes(`error: ${message}`), stderr);
    assert.ok(status === 1 || status === 2, stderr);
  }
  assert.equal(rows.length, 5);
});

test('standard input that is a folder is not an empty log', (t) => {
  const input = openSync(folderWith({}), 'r');
  t.after(() => closeSync(input));
  const rows: readonly (readonly [command: string, what: string])[] = [
    ['report', 'audit log'],
    ['tune', 'audit log'],
    ['promote', 'report'],
    ['quantitative', 'corpus'],
  ];
  for (const [command, what] of rows) {
    const { stderr, status } = spawnSync(process.execPath, [...commandLine, command, '-'], {
      stdio: [input, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    assert.equal(stderr, `error: Cannot read the ${what} -. It is a folder.\n`);
    assert.equal(status, 2);
  }
  assert.equal(rows.length, 4);
});

test('a map file that is a folder and is not needed has a reason', () => {
  const rules = 'SecUnicodeMapFile b 20127\nSecAction "id:1,phase:1,pass,nolog,t:urlDecodeUni"\n';
  const folder = folderWith({ 'a.conf': rules, 'b/c': '' });
  const { stderr } = portcullis(folder, ['check', 'a.conf']);
  assert.match(
    stderr,
    /^ {2}hint: Cannot read the data file b\. It is a folder\. Code page 20127 is built in\.$/m,
  );
});

test('data files and profiles that exist and cannot be read have a reason', (t) => {
  const rules = ['words.data', 'b', 'none.data', 'loop.data'].map(
    (name, index) => `SecRule ARGS "@pmFromFile ${name}" "id:${index + 1},phase:2,deny"\n`,
  );
  const folder = folderWith({
    'a.conf': rules.join(''),
    'words.data': 'x\n',
    'b/c.conf': '',
    'profiles/mine.json/x': '',
  });
  symlinkSync('loop.data', join(folder, 'loop.data'));
  chmodSync(join(folder, 'words.data'), 0);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) t.diagnostic('as root, every file can be read');
  const check = portcullis(folder, ['check', 'a.conf']).stderr;
  assert.deepEqual(check.match(/(?<= error: )Cannot read the data file .*(?= \[)/g), [
    ...(isRoot ? [] : ['Cannot read the data file words.data. You have no permission to read it.']),
    'Cannot read the data file b. It is a folder.',
    'Cannot read the data file none.data.',
    'Cannot read the data file loop.data. It is a link to itself.',
  ]);
  assert.equal(check.match(/hint: Paths are relative to the rule file\./g)?.length, isRoot ? 3 : 4);
  const { stderr } = portcullis(folder, ['check', '--profile', 'mine']);
  assert.match(stderr, /^error: Cannot read the profile profiles\/mine\.json\. It is a folder\./);
});

test('a rule file in UTF-16 gets one finding, which says so', () => {
  const text = Buffer.from('\ufeffSecRuleEngine On\nSecMarker A\n', 'utf16le').toString('latin1');
  const folder = folderWith({ 'little.conf': text, 'no-mark.conf': text.slice(2) });
  for (const path of ['little.conf', 'no-mark.conf']) {
    const { stderr, status } = portcullis(folder, ['check', path]);
    assert.equal(status, 1);
    assert.match(stderr, /^ {2}hint: The file seems to be in UTF-16: save it as UTF-8\.$/m);
  }
});

test('a zero byte in a rule file is not taken for UTF-16', () => {
  const folder = folderWith({
    'a.conf': 'SecMarker A\n\0SecMarker B\n',
    'b.conf': 'Sec\0Marker A',
  });
  for (const path of ['a.conf', 'b.conf']) {
    const { stderr } = portcullis(folder, ['check', path]);
    assert.match(stderr, /^ {2}hint: Remove the zero byte\.$/m, path);
  }
});
