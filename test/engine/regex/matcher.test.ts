import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { translateRegex } from '#compiler/regex/translate-regex.ts';
import type { Regex } from '#engine/regex/compile/ast.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { captures, find, findAll, loadMatcher, type Matcher, test } from '#engine/regex/matcher.ts';
import { comparableIn } from '../../compiler/regex/comparable.ts';
import { crsPatterns, missingData, regexOf } from '../../compiler/regex/crs-patterns.ts';
import { anyPattern } from '../../compiler/regex/patterns.ts';
import { referenceMatch } from '../../compiler/regex/reference-matcher.ts';
import { subjectOf } from '../../compiler/regex/subjects.ts';
import { vectorsOf } from '../operators/vectors.ts';
import { codeOf, loadPattern } from './load-pattern.ts';

/** Preference, empty turns of loops, anchors, look-around: where engines differ. */
const written: readonly string[] = [
  '',
  '(a|ab)(c|bcd)(d*)',
  '(a+)(a*)(a??)',
  '(?U)(a+)(b*)',
  '(|a)*',
  '(?:|a)+(a*)',
  '(a*)*',
  '(a*)+?b',
  '((a)|b)*c',
  '(a?b??)*?c',
  '(?:(a)|(b)|)*',
  'x*(x?)*',
  '(a{0,3}b?){2,4}',
  '(?:a{0,2}|b){1,3}?c',
  '^(?:a?)*?$',
  '(\\b|a)*b',
  '(a|b|)+?$',
  '(?:x{2,5}y?){3}',
  '(?:(?:a|(b)){0,3}c?)*',
  '(a?){3,}b',
  '((?:a?){2}b?){0,3}',
  'a.{0,3}b.{2,4}c',
  '[^a]{3,}(b|$)',
  '(?m)^(a*)$',
  '(?m)(?:^a$\\n?)+',
  '\\bfoo\\B|\\Boo\\b',
  '(?:^|a)+b',
  '\\R(\\n?)',
  'a\\Z',
  '(?>a+)b|a{2,3}+c',
  '(?<=a)b(?!c)',
  '(?<=^|;)a+(?=$|;)',
  '(?=ab)a|(?<=abc)d|(?!xx)y',
  '(?<!ab)(c)|(?=a\\b)(a)',
  '(?!(a)|(bc)+)(\\w)(?<!(b)c)',
];

const budget = createBudget(16 << 20);

check('written expressions match as the AST says, with captures', () => {
  let matches = 0;
  for (const pattern of written) matches += compare(regexOf(pattern), loadPattern(pattern), 300);
  assert.ok(matches > written.length * 50, `only ${matches} matches`);
});

check('random expressions match as the AST says, with captures', () => {
  const subject = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 7 });
  const property = fc.property(
    anyPattern,
    fc.array(subject, { minLength: 4 }),
    (pattern, subjects) => {
      const matcher = loadPattern(pattern);
      for (const value of subjects) compareOn(regexOf(pattern), matcher, value);
    },
  );
  fc.assert(property, { seed: 23, numRuns: 3000 });
});

check('every CRS expression matches as the AST and as JavaScript say', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  let matches = 0;
  for (const pattern of patterns) {
    matches += compare(regexOf(pattern), loadPattern(pattern, budget), 30);
  }
  assert.ok(matches > 3000, `only ${matches} matches`);
});

check('nothing changes when tables are dropped all the time', () => {
  for (const pattern of written) {
    compare(regexOf(pattern), loadMatcher(codeOf(pattern), createBudget(1000)), 60);
  }
});

check('a text that keeps asking for new states is finished right', () => {
  const pattern = '(?:a|b)*a(?:a|b){16}(c)';
  const matcher = loadPattern(pattern);
  const oracle = /(?:a|b)*a(?:a|b){16}(c)/;
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3000, maxLength: 4000 });
  const property = fc.property(text, fc.constantFrom('', 'c', 'xc', 'ac'), (head, tail) => {
    const value = head.slice(0, 40) + head + tail;
    const found = oracle.exec(value.slice(-60));
    assert.equal(test(matcher, value), found !== null);
    assert.equal(captures(matcher, value)?.[1], found?.[1]);
  });
  fc.assert(property, { seed: 3, numRuns: 40 });
});

check('public vectors of @rx and @rxGlobal pass', (t) => {
  const vectors = vectorsOf('rx');
  const globals = vectorsOf('rxglobal');
  if (vectors === undefined || globals === undefined) return t.skip(missingData);
  assert.ok(vectors.length > 10 && globals.length > 10);
  for (const { argument, value, matches, captures: groups } of vectors) {
    const matcher = loadPattern(argument);
    assert.equal(test(matcher, value), matches, argument);
    if (groups !== undefined) assert.deepEqual(captures(matcher, value), groups, argument);
  }
  for (const { argument, value, matches, captures: groups } of globals) {
    const matcher = loadPattern(argument);
    const spans = findAll(matcher, value, 10).filter(([start, end], at) => at === 0 || end > start);
    assert.equal(spans.length > 0, matches, argument);
    const found = spans.flatMap(([start]) => captures(matcher, value, start) ?? []);
    if (groups !== undefined) assert.deepEqual(found.slice(0, groups.length), groups, argument);
  }
});

check('find starts where it is told to, and sees what stands before', () => {
  const cases: readonly (readonly [string, string, number, unknown])[] = [
    ['a', 'a-a', 1, [2, 3]],
    ['^a', 'aa', 1, undefined],
    ['\\ba', 'aa a', 1, [3, 4]],
    ['(?<=a)b*', 'abb', 2, undefined],
    ['(?<=aa)b', 'aab', 1, [2, 3]],
    ['a*', 'baa', 3, [3, 3]],
    ['a', 'a', 2, undefined],
    ['a|(?=xyz)x', 'a', 2, undefined],
  ];
  for (const [pattern, value, from, span] of cases) {
    assert.deepEqual(find(loadPattern(pattern), value, from), span, `${pattern} ${from}`);
  }
});

check('a match with look-around begins where it must, however few bytes of it are wanted', () => {
  const matcher = loadPattern('<(?!b)[^>]*');
  const value = `<b><a${'x'.repeat(100)}`;
  assert.equal(captures(matcher, value)?.[0], value.slice(3));
  const [some = ''] = captures(matcher, value, 0, 4) ?? [];
  assert.ok(value.slice(3).startsWith(some) && some.length >= 4 && some.length < 10, some);
});

check('findAll finds what a global JavaScript RegExp finds', () => {
  const patterns = ['a+b?', '\\d{2,3}', 'a*', '\\b\\w', '(?=ab)a|b', 'ab|abc?d'];
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '1', ' '), maxLength: 30 });
  for (const pattern of patterns) {
    const matcher = loadPattern(pattern);
    const property = fc.property(texts, fc.nat({ max: 5 }), (value, limit) => {
      const expected = [...value.matchAll(new RegExp(pattern, 'g'))].slice(0, limit);
      const spans = findAll(matcher, value, limit);
      assert.deepEqual(
        spans,
        expected.map((match) => [match.index, match.index + match[0].length]),
        pattern,
      );
    });
    fc.assert(property, { seed: 11, numRuns: 200 });
  }
});

/** Asserts on generated subjects; returns how many matched. */
function compare(regex: Regex, matcher: Matcher, numRuns: number): number {
  const compiled = new RegExp(translateRegex(regex));
  const comparable = comparableIn(regex.root);
  let matches = 0;
  const property = fc.property(subjectOf(regex), (subject) => {
    const expected = compareOn(regex, matcher, subject);
    // V8 backtracks as the reference does: what took too long there is not tried here.
    if (expected === 'gave up') return;
    if (expected !== undefined) matches += 1;
    if (comparable === 'nothing') return;
    const span = compiled.exec(subject);
    assert.equal(span?.index, expected?.[0]?.[0], regex.pattern);
    assert.equal(span?.[0].length, expected?.[0] && expected[0][1] - expected[0][0], regex.pattern);
  });
  fc.assert(property, { seed: 5, numRuns });
  return matches;
}

function compareOn(regex: Regex, matcher: Matcher, subject: string) {
  const expected = referenceMatch(regex, subject, 20_000);
  if (expected === 'gave up') return expected;
  const label = `${regex.pattern} on ${JSON.stringify(subject)}`;
  const texts = expected?.map((span) => (span === undefined ? '' : subject.slice(...span)));
  assert.equal(test(matcher, subject), expected !== undefined, label);
  assert.deepEqual(find(matcher, subject, 0), expected?.[0], label);
  assert.deepEqual(captures(matcher, subject), texts, label);
  return expected;
}
