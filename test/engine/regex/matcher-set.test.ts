import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { createBudget } from '../../../runtime/engine/regex/dfa.ts';
import { test } from '../../../runtime/engine/regex/matcher.ts';
import { loadMatcherSet, testSet } from '../../../runtime/engine/regex/matcher-set.ts';
import { crsPatterns, missingData, regexOf } from '../../compiler/regex/crs-patterns.ts';
import { subjectOf } from '../../compiler/regex/subjects.ts';
import { codeOf, loadPattern } from './load-pattern.ts';

const mixed: readonly string[] = [
  '^a',
  'a$',
  '\\bfoo\\b',
  'o\\B',
  '(?m)^b$',
  '.*a.*',
  '',
  'x(?=yz)',
  '(?<!a)b',
  '[^a]{2,5}b',
  'q',
  '(?:a|b)*a(?:a|b){10}c',
];

check('a set says what its expressions say one by one', () => {
  assert.ok(agree(mixed, createBudget(16 << 20), 400) > 1000);
});

check('nothing changes when tables are dropped all the time', () => {
  assert.ok(agree(mixed, createBudget(2000), 100) > 250);
});

check('sets of CRS expressions say what they say one by one', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  const budget = createBudget(16 << 20);
  let matches = 0;
  for (let first = 0; first < patterns.length; first += 21) {
    matches += agree(patterns.slice(first, first + 21), budget, 8);
  }
  assert.ok(matches > 3000, `only ${matches} matches`);
});

check('a text that keeps asking for new states is finished right', () => {
  const set = loadMatcherSet(
    ['(?:a|b)*a(?:a|b){14}c', 'bc', 'ac$', '^b', 'd'].map(codeOf),
    createBudget(16 << 20),
  );
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4000, maxLength: 4000 });
  const property = fc.property(text, (value) => {
    const found = [`${value}c`, `b${value}`].map((subject) => testSet(set, subject));
    const isLong = value.at(-15) === 'a';
    const ends = value.endsWith('a') ? [2] : [1];
    const starts = value.startsWith('b') ? [3] : [];
    const expected = [...(isLong ? [0] : []), ...ends, ...starts];
    assert.deepEqual(found, [expected, [3]]);
  });
  fc.assert(property, { seed: 8, numRuns: 20 });
});

check('no expressions, and only such as are asked one by one', () => {
  const budget = createBudget(1 << 20);
  assert.deepEqual(testSet(loadMatcherSet([], budget), 'a'), []);
  assert.deepEqual(testSet(loadMatcherSet([codeOf('a(?=bc)')], budget), 'abc'), [0]);
});

/** Asserts on subjects made for each of `patterns`; returns the number of matches. */
function agree(
  patterns: readonly string[],
  budget: ReturnType<typeof createBudget>,
  numRuns: number,
): number {
  const set = loadMatcherSet(patterns.map(codeOf), budget);
  const singles = patterns.map((pattern) => loadPattern(pattern));
  let matches = 0;
  const subjects = fc.oneof(...patterns.map((pattern) => subjectOf(regexOf(pattern))));
  const property = fc.property(subjects, (subject) => {
    const expected = singles.flatMap((single, index) => (test(single, subject) ? [index] : []));
    assert.deepEqual(testSet(set, subject), expected, JSON.stringify(subject));
    matches += expected.length;
  });
  fc.assert(property, { seed: 17, numRuns: numRuns * patterns.length });
  return matches;
}
