/** Texts with long repeats, which a search does not read turn by turn, against V8's RegExp. */
import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { createBudget } from '#engine/regex/dfa.ts';
import { test } from '#engine/regex/matcher.ts';
import { runs } from '../../helpers/runs.ts';
import { loadPattern } from './load-pattern.ts';

const RUNS = runs(100);

/** What a repeat may do to an expression: keep it, end it, be counted by it, hide what came before. */
const patterns = [
  'b\\s*c',
  'x\\s{2,300}c',
  '(?:aa)+b',
  '(?:aaa)*b$',
  '^a{900}b',
  '\\ba+\\b',
  'a[^c]*c',
  '[^a]a{600}[^a]',
  '^\\s*b',
  'x.{0,40}y',
  '(?:abab)+c',
  '(?:ab){600}c',
  'b(?:a|aab)*c',
];

const pieces = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 'x', 'y', ' ', '\t', 'ab', 'aab', 'x y'),
  fc.constantFrom(1, 1, 2, 3, 600, 601, 900),
);
const texts = fc
  .array(pieces, { minLength: 4, maxLength: 12 })
  .map((runs) => runs.map(([byte, length]) => byte.repeat(length)).join(''));

for (const [name, bytes] of [
  ['room for all states', 16 << 20],
  ['tables that are dropped again and again', 1 << 13],
] as const) {
  check(`long repeats, ${name}`, () => {
    let matches = 0;
    const loaded = patterns.map((pattern) => ({
      matcher: loadPattern(pattern, createBudget(bytes)),
      expected: new RegExp(pattern, 's'),
    }));
    const property = (text: string) => {
      for (const { matcher, expected } of loaded) {
        const isMatch = expected.test(text);
        assert.equal(test(matcher, text), isMatch, `${expected}`);
        if (isMatch) matches += 1;
      }
    };
    fc.assert(fc.property(texts, property), { seed: 20_26, numRuns: RUNS });
    assert.ok(matches > RUNS, `${matches} matches`);
  });
}
