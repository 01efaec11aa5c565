import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { decodeAutomaton } from '../../../runtime/engine/regex/automaton-code.ts';
import { createBudget, createDfa } from '../../../runtime/engine/regex/dfa.ts';
import { find, findAll, test } from '../../../runtime/engine/regex/matcher.ts';
import { buildNfa, only } from '../../../runtime/engine/regex/nfa.ts';
import {
  createThreads,
  findStart,
  GAVE_UP,
  NO_MATCH,
} from '../../../runtime/engine/regex/threads.ts';
import { anyPattern } from '../../compiler/regex/patterns.ts';
import { codeOf, loadPattern } from './load-pattern.ts';

function threadsOf(pattern: string) {
  const automaton = decodeAutomaton(codeOf(pattern));
  const nfa = buildNfa(automaton, only(automaton.tree), 'forward');
  return createThreads(createDfa(nfa, 'preferred', createBudget(16 << 20)));
}

const cases: readonly (readonly [pattern: string, text: string, start: number])[] = [
  ['b', 'aab', 2],
  ['', 'a', 0],
  ['^b', 'ab', -1],
  ['(?m)^b', 'a\nb', 2],
  ['\\bb', 'ab b', 3],
  ['b$', 'bab', 2],
  ['a(?:bcd|b)', 'ab', 0],
  ['abcd|bc', 'abce', 1],
  ['abcd|bc', 'abcd', 0],
  ['a[^x]*x|c', 'abcd', 2],
  ['a[^x]*x|c', 'abcdx', 0],
  ['a+b', 'aaab', 0],
  ['x*$', 'axxaxx', 4],
];

check('the oldest thread that ends is where the leftmost match begins', () => {
  for (const [pattern, text, start] of cases) {
    assert.equal(
      findStart(threadsOf(pattern), text, 0, 'leftmost'),
      start,
      `${pattern} in ${text}`,
    );
  }
});

check('what stands before the first place is seen', () => {
  assert.equal(findStart(threadsOf('\\bb'), 'ab b', 1, 'leftmost'), 3);
  assert.equal(findStart(threadsOf('^a|b'), 'aab', 1, 'leftmost'), 2);
});

check(
  'more threads than it follows: it gives up, and the matcher finds the same without it',
  () => {
    const pattern = 'a.{40}b|c';
    const text = `${'a'.repeat(50)}c`;
    assert.equal(findStart(threadsOf(pattern), text, 0, 'leftmost'), GAVE_UP);
    assert.deepEqual(find(loadPattern(pattern), text, 0), [50, 51]);
  },
);

check('they find what reading backward finds, for random expressions', () => {
  let ran = 0;
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  const property = fc.property(anyPattern, fc.array(text, { minLength: 4 }), (pattern, values) => {
    if (decodeAutomaton(codeOf(pattern)).looks.length > 0) return;
    const [threads, matcher] = [threadsOf(pattern), loadPattern(pattern)];
    for (const value of values) {
      const [start, any] = [
        findStart(threads, value, 0, 'leftmost'),
        findStart(threads, value, 0, 'any'),
      ];
      const [[expected] = [NO_MATCH]] = findAll(matcher, value, 1);
      assert.deepEqual([start, any === NO_MATCH], [expected, expected === NO_MATCH], pattern);
      ran += 1;
    }
  });
  fc.assert(property, { seed: 12, numRuns: 2000 });
  assert.ok(ran > 3000, `${ran} texts`);
});

check('many short texts that ask for new states stop building them', () => {
  const matcher = loadPattern('(?:a|b)*a(?:a|b){14}c');
  let state = 1;
  for (let turn = 0; turn < 3000; turn += 1) {
    let text = '';
    for (let index = 0; index < 32; index += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      text += state >>> 31 === 0 ? 'a' : 'b';
    }
    assert.equal(test(matcher, text), false);
  }
  const size = matcher.searcher?.sets.size ?? 0;
  assert.ok(size > 100 && size < 6000, `${size} states for 96,000 bytes`);
});
