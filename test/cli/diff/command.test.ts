/** `portcullis diff`: what OLD and NEW may be, and its exit codes as a process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOperand } from '#compiler/cli/commands/diff/read-operand.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { memoryFiles } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rule = (id: number, word: string): string =>
  `SecRule ARGS "@rx ${word}" "id:${id},phase:2,deny,log"\n`;

const FILES = {
  'setup.conf': 'SecRuleEngine On\n',
  'profiles/own.json': '{"files": ["setup.conf"]}',
  'old/rules/a.conf': rule(1, 'evil'),
  'old/profiles/site.json': '{"files": ["rules/*.conf"]}',
  'new/rules/a.conf': rule(1, 'evil'),
  'new/rules/b.conf': rule(2, 'bad'),
};

test('an operand is a profile here or elsewhere, a folder, a file or a pattern', async (t) => {
  const files = memoryFiles(FILES);
  const profiles = ['own', 'profiles/own.json', 'old/profiles/site.json'];
  for (const text of profiles) {
    assert.equal(readOperand(text, [], files, {}).kind, 'Ok', text);
    assert.equal(readOperand(text, ['first.conf'], files, {}).kind, 'Error', text);
  }
  const cases: readonly (readonly [text: string, entries: readonly string[] | undefined])[] = [
    ['old/rules', ['first.conf', 'old/rules/*.conf']],
    ['old/rules/', ['first.conf', 'old/rules/*.conf']],
    ['old/rules/a.conf', ['first.conf', 'old/rules/a.conf']],
    ['*/rules/a.conf', ['first.conf', '*/rules/a.conf']],
    ['none', undefined],
    ['profiles/none.json', undefined],
  ];
  for (const [text, entries] of cases) {
    await t.test(rowTitle(text), () => {
      const read = readOperand(text, ['first.conf'], files, {});
      const found =
        read.kind === 'Ok' ? read.operand.profile.entries.map((entry) => entry.text) : undefined;
      assert.deepEqual(found, entries, text);
    });
  }
  assert.equal(cases.length, 6);
  const elsewhere = readOperand('old/profiles/site.json', [], files, {});
  assert.ok(elsewhere.kind === 'Ok');
  assert.deepEqual(elsewhere.operand.files.glob('rules/*.conf'), ['rules/a.conf']);
  assert.equal(elsewhere.operand.files.read('rules/a.conf'), FILES['old/rules/a.conf']);
});

test('exit 0 nothing differs, 1 something does, 2 misuse', () => {
  const folder = folderWith({ ...FILES, 'samples.jsonl': '{"name": "one", "path": "/?a=bad"}\n' });
  const cases: readonly (readonly [words: string, status: number, output: RegExp])[] = [
    [
      'old/rules new/rules/a.conf --format json',
      0,
      /^\{\n {2}"schemaVersion": 1,\n {2}"same": true/,
    ],
    [
      'old/rules new/rules --entry setup.conf --samples samples.jsonl',
      1,
      /^\+ rule 2 \(new\/rules\/b\.conf:1\)\nrequest one\n {2}- passed\n {2}\+ 403 by 2\n/,
    ],
    ['old/rules none', 2, /^error: none is not a profile, a rule file or a folder of rules\.$/m],
  ];
  for (const [words, status, output] of cases) {
    const result = portcullis(folder, ['diff', ...words.split(' ')]);
    assert.equal(result.status, status, `${words}: ${result.stderr}`);
    assert.match(status === 2 ? result.stderr : result.stdout, output, words);
  }
  assert.equal(cases.length, 3);
});
