/** A corpus of text through the rules: counts for each rule and paranoia level. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createMatchCounter } from '#compiler/cli/commands/quantitative/count-matches.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const rule = (id: number, word: string, tag: string): string =>
  `SecRule ARGS "@contains ${word}" "id:${id},phase:2,pass,log,t:none,msg:'${word}',tag:'${tag}',setvar:'tx.score=+5'"\n`;

const RULES = `SecRuleEngine On
SecRequestBodyAccess On
${rule(1, 'union', 'paranoia-level/1')}${rule(2, 'select', 'paranoia-level/2')}${rule(3, 'plain', 'other')}
SecRule TX:score "@ge 10" "id:949110,phase:2,deny,log,msg:'Score'"
SecAction "id:5,phase:2,pass,nolog"
`;

const LINES = [
  'the union',
  'a union may select',
  'I select',
  'nothing',
  'caf\xc3\xa9 & union=1',
  'plain',
];

test('lines, rules and levels are counted; evaluations and rules without log are not', async () => {
  const { program } = compileText(RULES);
  assert.ok(program);
  const counter = createMatchCounter(await loadProgram(program));
  for (const line of LINES) counter.add(line);
  const { rules, levels, ...totals } = counter.result();
  assert.deepEqual(totals, { lines: 6, matched: 5, blocked: 1 });
  assert.deepEqual(
    rules.map(({ id, level, lines, example }) => [id, level, lines, example]),
    [
      [1, 1, 3, 'the union'],
      [2, 2, 2, 'a union may select'],
      [3, 0, 1, 'plain'],
    ],
  );
  assert.deepEqual(levels, [
    { level: 0, rules: 1, lines: 1 },
    { level: 1, rules: 1, lines: 4 },
    { level: 2, rules: 1, lines: 5 },
  ]);
});

test('as a process: corpora with numbers, a part of the lines, JSON, misuse', () => {
  const folder = folderWith({
    'rules.conf': RULES,
    'corpus.txt': LINES.map((line, index) => `${index + 1}\t${line}\n`).join(''),
    'empty.txt': '\n',
  });
  const run = (...words: readonly string[]) =>
    portcullis(folder, ['quantitative', ...words, '--entry', 'rules.conf']);
  const all = run('corpus.txt');
  assert.equal(all.status, 0, all.stderr);
  assert.match(all.stdout, /^1: 3 lines \(50\.00 %\) union, such as "the union"$/m);
  assert.match(all.stdout, /^up to paranoia level 1: 4 lines \(66\.67 %\), 1 rule of this level$/m);
  assert.match(
    all.stdout,
    /^6 lines: 5 matched by some rule \(83\.33 %\), 1 that would be blocked \(16\.67 %\)$/m,
  );
  assert.match(run('corpus.txt', '--every', '2').stdout, /^3 lines: /m);
  assert.match(run('corpus.txt', '--max-lines', '4').stdout, /^4 lines: /m);
  assert.match(run('corpus.txt', '--every', '2', '--max-lines', '2').stdout, /^2 lines: /m);
  writeFileSync(join(folder, 'corpus.gz'), gzipSync(readFileSync(join(folder, 'corpus.txt'))));
  assert.equal(run('corpus.gz').stdout, all.stdout);
  const json: unknown = JSON.parse(run('corpus.txt', '--rule', '2', '--format', 'json').stdout);
  assert.ok(
    typeof json === 'object' && json !== null && 'rules' in json && Array.isArray(json.rules),
  );
  assert.deepEqual(
    json.rules.map(({ id, lines }) => [id, lines]),
    [[2, 2]],
  );
  for (const words of [
    ['none.txt'],
    ['empty.txt'],
    ['corpus.txt', '--every', '0'],
    ['corpus.txt', '--format', 'x'],
  ]) {
    const { status, stderr } = run(...words);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^error: /);
  }
});
