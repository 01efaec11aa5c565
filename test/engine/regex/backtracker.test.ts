/** Back-references, run step by step: compared with V8 where both mean the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsUsedUp } from '#engine/host/step-limit.ts';
import { type Backtracker, backtrackMatch, loadBacktracker } from '#engine/regex/backtracker.ts';
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { parseRegex } from '#engine/regex/compile/parse-regex.ts';
import { rowTitle } from '../../helpers/row-title.ts';

function load(pattern: string, limit = 1_000_000): Backtracker {
  const parsed = parseRegex(pattern, { ignoreCase: false });
  assert.ok(parsed.kind !== 'Error', pattern);
  const compiled = compileAutomaton(parsed.regex);
  assert.ok(compiled.kind === 'Ok', pattern);
  return loadBacktracker(compiled.code, limit);
}

function match(backtracker: Backtracker, value: string): readonly string[] | undefined {
  return backtrackMatch(backtracker, value, { left: backtracker.limit });
}

const PATTERNS = [
  '(a+)b\\1',
  '([ab]+?)-\\1$',
  '(["\']).*?\\1',
  '^(\\w+)\\s*=\\s*\\1\\b',
  '(a)(b)?\\1c',
  '\\b(\\d+)(?!\\1)\\b',
  '(?<=x)(y+)\\1',
  '((a|b)\\2)+c',
  '(a|ab)(c|bcd)\\1',
  '(?!(aa|ab))(\\w)\\2',
  '(x{2,3})(?:y|\\1)z',
];
const VALUES = [
  '',
  'aabaa',
  'aba-aba',
  'say "it\'s" now',
  'id=id',
  'id = idx',
  'ac aac abac',
  '1212 33',
  'xyy xyyyy',
  'aabbc',
  'abcdab',
  'xxxyxxz xxyz xxxxz',
];

test('the same matches and captures as V8', async (t) => {
  let ran = 0;
  for (const pattern of PATTERNS) {
    await t.test(rowTitle(pattern), () => {
      const backtracker = load(pattern);
      for (const value of VALUES) {
        ran += 1;
        const expected = new RegExp(pattern).exec(value);
        assert.deepEqual(
          match(backtracker, value),
          expected === null ? undefined : [...expected].map((text) => text ?? ''),
          `${pattern} on ${value}`,
        );
      }
    });
  }
  assert.equal(ran, PATTERNS.length * VALUES.length);
});

test('a group that took no part repeats nothing, case may be ignored', () => {
  assert.equal(match(load('(?:(a)|b)\\1c'), 'bc'), undefined, 'PCRE, unlike JavaScript');
  assert.deepEqual(match(load('(?i)(ab)\\1'), 'xAbaB'), ['AbaB', 'Ab']);
  assert.deepEqual(match(load('(x*)*\\1y'), 'y'), ['y', '']);
});

test('matches and captures as PCRE2, where JavaScript differs', () => {
  const cases: readonly (readonly [
    pattern: string,
    value: string,
    texts: readonly string[] | undefined,
  ])[] = [
    // Inside its group a back-reference repeats the text of the previous iteration.
    ['(a|b\\1)+', 'abaxba', ['aba', 'ba']],
    ['^(a\\1)', 'a', undefined],
    ['(?:x(\\1z|y))+', 'xyxyzx', ['xyxyz', 'yz']],
    ['((?:ab)|c\\g{-1} ){2}', 'abcab ', ['abcab ', 'cab ']],
    ['((?:ab)|c\\g{-1} ){2}', 'abc ', undefined],
    ['(a|(?i:\\1))+b*', 'aB', ['a', 'a']],
    // An iteration that fails leaves the text of the one before.
    ['(?:(a|bc)d?)+b', 'adbcb', ['adbcb', 'bc']],
    ['(?:(a|bc)d?)+b\\1', 'adba', ['adba', 'a']],
    // Only ASCII letters have two cases.
    ['(?i)(.)-\\1', '\xc9-\xe9 a-A', ['a-A', 'a']],
    ['(?i)(.+)-\\1', '\xc9b-\xc9B', ['\xc9b-\xc9B', '\xc9b']],
  ];
  let ran = 0;
  for (const [pattern, value, texts] of cases) {
    assert.deepEqual(match(load(pattern), value), texts, `${pattern} on ${value}`);
    ran += 1;
  }
  assert.equal(ran, 10);
});

test('the limit ends it', () => {
  const slow = load('^(a+)+\\1b$', 50_000);
  assert.throws(() => match(slow, 'a'.repeat(40)), stepsUsedUp);
  assert.deepEqual(match(slow, 'aab'), ['aab', 'a']);
});
