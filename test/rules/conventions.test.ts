import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatFile } from '#compiler/format/format-file.ts';
import type { Node } from '#engine/regex/compile/ast.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { checkRules } from '#scripts/rules-report/check-rules.ts';
import { ALL_RULES, compileFiles } from './helpers/rule-set.ts';

const files = readdirSync('rules').filter((name) => /\.(?:conf|data)$/.test(name));
const read = (name: string): string => readFileSync(`rules/${name}`, 'latin1');

test('our own check finds nothing in the built-in rules, and no expression is super-linear', () => {
  const { findings, superLinear, expressions } = checkRules();
  assert.deepEqual(findings, []);
  assert.equal(superLinear, 0);
  assert.ok(expressions > 250, `${expressions} expressions`);
});

test('no loop without end stands inside another', () => {
  const { ruleSet } = compileFiles(ALL_RULES);
  let ran = 0;
  for (const entry of ruleSet.entries) {
    if (entry.kind !== 'Rule') continue;
    for (const { test: operation } of entry.links) {
      if (operation?.argument.kind !== 'Regex') continue;
      ran += 1;
      const { root } = operation.argument.regex;
      assert.equal(hasNestedLoops(root, false), false, String(entry.id));
    }
  }
  assert.ok(ran > 250, `${ran} expressions`);
});

function hasNestedLoops(node: Node, inLoop: boolean): boolean {
  const isLoop = node.kind === 'Repeat' && node.max === undefined;
  if (isLoop && inLoop) return true;
  return childrenOf(node).some((child) => hasNestedLoops(child, inLoop || isLoop));
}

test('rules have the layout of portcullis format', () => {
  const rules = files.filter((name) => name.endsWith('.conf'));
  for (const name of rules) {
    const text = read(name);
    assert.deepEqual(formatFile({ path: name, text }), { kind: 'Ok', text }, name);
  }
  assert.ok(rules.length > 10);
});

test('every file says what it holds, and every detection rule gives its reason', () => {
  let rules = 0;
  for (const name of files) {
    const text = read(name);
    assert.match(text, /^# \S/, `${name} has no heading`);
    for (const block of text.split(/\n{2,}/)) {
      if (!block.includes("tag:'paranoia-level/")) continue;
      rules += 1;
      assert.match(block, /^# \S/, `${name}: ${block.slice(0, 80)}`);
    }
  }
  assert.ok(rules > 300, `${rules} rules`);
});

test('ids are of the file they stand in: 9FFnnn, or 19FFnnn for jobs of our own', () => {
  let ran = 0;
  for (const name of files.filter((file) => file.endsWith('.conf'))) {
    const family = /\d{3}/.exec(name)?.[0];
    for (const [, id = ''] of read(name).matchAll(/^ {4}"id:(\d+),/gm)) {
      ran += 1;
      assert.match(id, new RegExp(`^1?${family}\\d{3}$`), name);
    }
  }
  assert.ok(ran > 400, `${ran} ids`);
});

test('no list holds an entry twice', () => {
  const lists = files.filter((name) => name.endsWith('.data'));
  assert.ok(lists.length >= 15, `${lists.length} lists`);
  for (const name of lists) {
    const entries = read(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const repeated = entries.filter((entry, index) => entries.indexOf(entry) !== index);
    assert.deepEqual(repeated, [], name);
  }
});
