import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { translateRegex } from '#compiler/regex/translate-regex.ts';
import type { Regex } from '#engine/regex/compile/ast.ts';
import { vectorsOf } from '../../engine/operators/vectors.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { comparableIn } from './comparable.ts';
import { crsPatterns, missingData, regexOf } from './crs-patterns.ts';
import { type Captures, referenceMatch, type Span } from './reference-matcher.ts';
import { subjectOf } from './subjects.ts';

const sources: readonly (readonly [pattern: string, source: string])[] = [
  ['', '(?:)'],
  ['a.c', 'a[^]c'],
  ['(?-s)a.c', 'a[^\\x0a]c'],
  ['(?i)aB1', '[Aa][Bb]1'],
  ['x(?i)y|z', 'x[Yy]|[Zz]'],
  ['(?i:x)y', '[Xx]y'],
  ['\\s', '[\\x09-\\x0d ]'],
  ['[^\\s]', '[^\\x09-\\x0d ]'],
  ['\\x{be}\\xfF', '\\xbe\\xff'],
  ['\\x{4e00}', '\\xe4\\xb8\\x80'],
  ['\\Aa\\z', '^a$'],
  ['a$', 'a$'],
  ['(?m)^a$', '(?:^|(?<=\\n)(?=[^]))a(?![^\\n])'],
  ['a/b', 'a\\/b'],
  ['a++b', 'a+(?!a)b'],
  ['(?U)a+b+?', 'a+?b+'],
  ['\\Qa.b\\E+', 'a\\.b+'],
  ['(?x) a b # c\n +', 'ab+'],
  ['(a)(?:b|c)(?<n>d)', '(a)(?:b|c)(d)'],
];

test('expressions are translated', async (t) => {
  for (const [pattern, source] of sources) {
    await t.test(rowTitle(source), () => {
      assert.equal(translateRegex(regexOf(pattern)), source, pattern);
    });
  }
  assert.equal(sources.length, 19);
});

const written = [
  '(?m)^(a*)$',
  '\\bfoo\\B|\\Boo\\b',
  '(?>a+)b|a{2,3}+c',
  '\\R(\\n?)',
  'a\\Z',
  '(?<=a)b(?!c)',
  '(a|ab)(c|bcd)(d*)',
  '(?i)[^a-f]+?[[:upper:]]',
  '[\\x{100}-\\x{2ff}]+',
  '(?U)(a+)(b*?)',
];

test('the translation matches what the AST says', () => {
  for (const pattern of written) compare(regexOf(pattern), 400);
});

test('the translation of every CRS expression matches what the AST says', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) return t.skip(missingData);
  assert.ok(patterns.length > 250);
  for (const pattern of patterns) compare(regexOf(pattern), 25);
});

test('the public vectors of @rx pass', (t) => {
  const vectors = vectorsOf('rx');
  if (vectors === undefined) return t.skip(missingData);
  assert.ok(vectors.length > 10);
  for (const { argument, value, matches, captures } of vectors) {
    const found = compile(regexOf(argument)).exec(value);
    assert.equal(found !== null, matches, argument);
    if (captures !== undefined)
      assert.deepEqual(Array.from(found ?? [], textOf), captures, argument);
  }
});

test('the public vectors of @rxGlobal pass: all matches, empty ones only at the front', (t) => {
  const vectors = vectorsOf('rxglobal');
  if (vectors === undefined) return t.skip(missingData);
  assert.ok(vectors.length > 10);
  for (const { argument, value, matches, captures } of vectors) {
    const found = [...value.matchAll(new RegExp(compile(regexOf(argument)), 'g'))];
    assert.equal(found.length > 0, matches, argument);
    const kept = found.filter((match, index) => index === 0 || match[0] !== '');
    const captured = kept.flatMap((match) => Array.from(match, textOf));
    if (captures !== undefined)
      assert.deepEqual(captured.slice(0, captures.length), captures, argument);
  }
});

function textOf(group: string | undefined): string {
  return group ?? '';
}

function compile(regex: Regex): RegExp {
  return new RegExp(translateRegex(regex), 'd');
}

function compare(regex: Regex, numRuns: number): void {
  const compiled = compile(regex);
  const comparable = comparableIn(regex.root);
  if (comparable === 'nothing') return;
  const property = fc.property(subjectOf(regex), (subject) => {
    const expected = referenceMatch(regex, subject);
    if (expected === 'gave up') return;
    const found = indices(compiled.exec(subject));
    const count = comparable === 'spans' ? 1 : regex.captureCount + 1;
    assert.deepEqual(found?.slice(0, count), expected?.slice(0, count), regex.pattern);
  });
  fc.assert(property, { seed: 42, numRuns });
}

function indices(found: RegExpExecArray | null): Captures | undefined {
  return found?.indices?.map((span): Span | undefined => span);
}
