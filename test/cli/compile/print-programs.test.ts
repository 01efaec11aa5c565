/** What `compile --print-after` prints: golden texts of small rule sets, and the command as a process. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lower } from '#compiler/3-specialize/lower.ts';
import { passes } from '#compiler/3-specialize/specialize.ts';
import { textsAfter } from '#compiler/cli/commands/compile/print-programs.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { goldenCases } from '../../helpers/golden.ts';

/** The first line of a case's rules holds the options. */
const OPTIONS = /^# --print-after ([a-z-]+)(?: --rule (\d+))?$/m;

for (const { name, rules, check } of goldenCases(import.meta.url)) {
  test(name, () => {
    const [, pass = '', id] = OPTIONS.exec(rules) ?? [];
    const { ruleSet, program, diagnostics } = compileText(rules);
    assert.ok(ruleSet && program, diagnostics.map(formatDiagnostic).join('\n'));
    const plain = lower(ruleSet, program.manifest);
    check(textsAfter(plain, pass, id === undefined ? undefined : Number(id)).join('\n'));
  });
}

test('the texts of all passes are in order those of each pass', () => {
  const rules = readFileSync(new URL('every-pass/rules.conf', import.meta.url), 'latin1');
  const { ruleSet, program } = compileText(rules);
  assert.ok(ruleSet && program);
  const plain = lower(ruleSet, program.manifest);
  const names = ['lower', ...passes.map(({ name }) => name)];
  const each = names.flatMap((name) => textsAfter(plain, name, undefined));
  assert.equal(each.length, names.length);
  assert.deepEqual(textsAfter(plain, 'all', undefined), each);
  assert.ok(new Set(each.map((text) => text.replace(/^.*\n/, ''))).size > 5, 'passes show');
});

const folder = folderWith({
  'broken.conf': 'SecRuleEngin On\n',
  'rules.conf': readFileSync(new URL('one-rule/rules.conf', import.meta.url), 'latin1'),
});
const compile = (line: string) => portcullis(folder, ['compile', ...line.split(' ')]);

test('the command prints to standard output and writes no file', () => {
  const expected = readFileSync(new URL('one-rule/expected.txt', import.meta.url), 'utf8');
  const options = '--profile test --entry rules.conf --print-after all --rule 3';
  const { status, stdout } = compile(options);
  assert.equal(status, 0);
  assert.equal(stdout, expected);
  assert.deepEqual(readdirSync(folder).toSorted(), ['broken.conf', 'rules.conf']);
});

test('rules with errors: their diagnostics, exit 1, no program', () => {
  const { status, stdout, stderr } = compile('--entry broken.conf --print-after all');
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^broken\.conf:1:1: error: /m);
});
