/** What makes an engine that backtracks slow is found, and what does not is left alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAmbiguity } from '#compiler/regex/find-ambiguity.ts';
import { parseRegex } from '#engine/regex/compile/parse-regex.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';

function degreeOf(pattern: string): string | undefined {
  const parsed = parseRegex(pattern);
  assert.ok(parsed.kind === 'Ok', pattern);
  return findAmbiguity(parsed.regex)?.degree;
}

test('the degree of backtracking is found', () => {
  const cases: readonly (readonly [pattern: string, degree: string | undefined])[] = [
    ['(a+)+$', 'Exponential'],
    ['(a*)*b', 'Exponential'],
    ['(a|a)*b', 'Exponential'],
    ['(a|aa)*$', 'Exponential'],
    ['(x+x+)+y', 'Exponential'],
    ['(\\w+\\s?)*$', 'Exponential'],
    ['(?:x(a+)+y)*', 'Exponential'],
    ['(?:ab|(?:a|c)b)*$', 'Exponential'],
    ['^(?:[ ]*;[ ]*a[ ]*)*$', 'Exponential'],
    ['\\s+\\s+$', 'Polynomial'],
    ['a\\s*,?\\s*b', 'Polynomial'],
    ['a*b', undefined],
    ['.*.*', undefined],
    ['(a|b)*$', undefined],
    // After the repetition the match is complete, whatever follows.
    ['x(a+)+(?:b*){2}', undefined],
    ['x(a+)+(?:b*|c){2}(?=d)?', undefined],
    ['x(a+)+(?:b+){2}', 'Exponential'],
    ['(ab|ac)+x', undefined],
    ['(?:ab?)+x', undefined],
    ['a{1,50}b', undefined],
    ['(?:;[ ]*\\w+)*$', undefined],
    ['(?:x[ ]*;[ ]*(?:ch|[^c; x][^; x]*))*$', undefined],
  ];
  for (const [pattern, degree] of cases) assert.equal(degreeOf(pattern), degree, pattern);
  assert.equal(cases.length, 22);
});

test('large expressions are given up in bounded time', () => {
  const words = Array.from({ length: 600 }, (_, index) => `w${index * 7919}`).join('|');
  const large = [`^(?:(?:${words})\\s*)*$`, `(?:[a-z]${'[a-z]?'.repeat(300)},)*$`];
  for (const pattern of large) {
    const took = cpuMilliseconds(() => degreeOf(pattern));
    assert.ok(took < 20_000, `${took} ms`);
  }
});
