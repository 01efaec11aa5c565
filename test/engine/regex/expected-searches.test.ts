/** A pass over a long text looks only for the expressions that rules will search for; others are found by a pass of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { loadMatcher, locate, searchSteps } from '#engine/regex/matcher.ts';
import {
  createPrefixFilters,
  expectSearches,
  forgetTexts,
  LONG_TEXT,
  type PrefixMember,
} from '#engine/regex/prefix-filter.ts';
import { regexOf } from '../../compiler/regex/crs-patterns.ts';

const PATTERNS = ['abc[a-z]', '[a-z]bcd\\d', '(?:x|yz)\\w+;', '.?', '\\$\\{a', 'wxyz'];
const TEXT = `${'abcd1 yz_; $} wxy- '.repeat(LONG_TEXT / 16)}\${abcde`;

/** Loads the expressions with one filter; returns what a search for each of them finds, and the passes that it takes. */
function searchAll(
  expected: readonly number[] | undefined,
): readonly (readonly [number, number])[] {
  const budget = createBudget(1 << 20);
  const filters = createPrefixFilters();
  const matchers = PATTERNS.map((pattern) => {
    const compiled = compileAutomaton(regexOf(pattern));
    if (compiled.kind !== 'Ok') assert.fail(pattern);
    return loadMatcher(compiled.code, budget, filters);
  });
  const members = matchers.map(({ prefixes }): PrefixMember => prefixes ?? assert.fail());
  if (expected !== undefined) {
    const searched = members.filter((_, index) => expected.includes(index));
    expectSearches(members, searched);
  }
  return matchers.map((matcher) => {
    const steps = searchSteps(matcher, TEXT);
    const own = searchSteps(matcher, TEXT);
    return [locate(matcher, TEXT), (steps - own) / TEXT.length];
  });
}

test('expressions that are expected share a pass, others take one each, and the same is found', () => {
  const all = searchAll(undefined);
  forgetTexts();
  assert.deepEqual(
    all.map(([, passes]) => passes),
    [1, 0, 0, 0, 0, 0],
  );
  for (const [expected, passes] of [
    [
      [0, 1, 2, 3, 4, 5],
      [1, 0, 0, 0, 0, 0],
    ],
    [
      [1, 4],
      [1, 1, 1, 1, 0, 1],
    ],
    [[5], [1, 1, 1, 1, 1, 1]],
    [[], [1, 1, 1, 1, 1, 1]],
  ] as const) {
    const found = searchAll(expected);
    forgetTexts();
    assert.deepEqual(
      found.map(([place]) => place === -1),
      all.map(([place]) => place === -1),
    );
    assert.deepEqual(
      found.map(([, count]) => count),
      passes,
    );
  }
});

test('what was expected is forgotten with the texts', () => {
  const filters = createPrefixFilters();
  const compiled = compileAutomaton(regexOf('abcd'));
  if (compiled.kind !== 'Ok') assert.fail();
  const { prefixes = assert.fail() } = loadMatcher(compiled.code, createBudget(1 << 20), filters);
  assert.equal(filters[0]?.expected, -1);
  expectSearches([prefixes], []);
  assert.equal(filters[0]?.expected, 0);
  forgetTexts();
  assert.equal(filters[0]?.expected, -1);
});
