import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { seededRandom } from '#compiler/seeded-random.ts';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { createBudget, createDfa } from '#engine/regex/dfa.ts';
import { find, findAll, test } from '#engine/regex/matcher.ts';
import { buildNfa } from '#engine/regex/nfa.ts';
import { createPikeThreads } from '#engine/regex/pike-state.ts';
import { findMatch } from '#engine/regex/pike-threads.ts';
import { anyPattern } from '../../compiler/regex/patterns.ts';
import { codeOf, loadPattern } from './load-pattern.ts';

function threadsOf(pattern: string) {
  const automaton = decodeAutomaton(codeOf(pattern));
  const nfa = buildNfa(automaton, automaton.tree(), 'forward');
  return createPikeThreads(createDfa(nfa, 'preferred', createBudget(16 << 20)));
}

/** "start-end", "none" or "gave up". */
function leftmostIn(pattern: string, text: string, from = 0): string {
  const threads = threadsOf(pattern);
  const outcome = findMatch(threads, text, from, 'leftmost');
  return outcome === 'found' ? `${threads.start}-${threads.end}` : outcome;
}

const cases: readonly (readonly [pattern: string, text: string, found: string])[] = [
  ['b', 'aab', '2-3'],
  ['', 'a', '0-0'],
  ['^b', 'ab', 'none'],
  ['(?m)^b', 'a\nb', '2-3'],
  ['\\bb', 'ab b', '3-4'],
  ['b$', 'bab', '2-3'],
  ['a(?:bcd|b)', 'ab', '0-2'],
  ['abcd|bc', 'abce', '1-3'],
  ['abcd|bc', 'abcd', '0-4'],
  ['a[^x]*x|c', 'abcd', '2-3'],
  ['a[^x]*x|c', 'abcdx', '0-5'],
  ['a[^x]*x|cd+', 'abcddde', '2-6'],
  ['a+b', 'aaab', '0-4'],
  ['a[^x]*x|cd[^x]*e', 'abcddedeed', '2-9'],
  ['a[^x]*x|cd[^x]*e', 'abcddedeedx', '0-11'],
  ['a[^xy]*x|c[^x]*e', 'abcddedyeed', '2-10'],
  ['a[^x]*x|c[^xz]*e', 'abcdezeedx', '0-10'],
  ['a[^x]*x|c[^xz]*e', 'abcdezeed', '2-5'],
  ['^a*?b', 'aaab', '0-4'],
  ['b+?', 'abbb', '1-2'],
  ['x*$', 'axxaxx', '4-6'],
];

check('the oldest thread that ends is the leftmost match', () => {
  for (const [pattern, text, found] of cases) {
    assert.equal(leftmostIn(pattern, text), found, `${pattern} in ${text}`);
  }
});

check('what stands before the first place is seen', () => {
  assert.equal(leftmostIn('\\bb', 'ab b', 1), '3-4');
  assert.equal(leftmostIn('^a|b', 'aab', 1), '2-3');
});

check('of more threads than it follows it says so, and the matcher finds the same without', () => {
  const pattern = 'a.{40}b|c';
  const text = `${'a'.repeat(50)}c`;
  assert.equal(leftmostIn(pattern, text), 'gave up');
  assert.deepEqual(find(loadPattern(pattern), text, 0), [50, 51]);
});

check('they find what reading backward finds, for random expressions', () => {
  let ran = 0;
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  const property = fc.property(anyPattern, fc.array(text, { minLength: 4 }), (pattern, values) => {
    if (decodeAutomaton(codeOf(pattern)).lookarounds.length > 0) return;
    const [threads, matcher] = [threadsOf(pattern), loadPattern(pattern)];
    for (const value of values) {
      const [expected] = findAll(matcher, value, 1);
      const outcome = findMatch(threads, value, 0, 'leftmost');
      const found = outcome === 'found' ? [threads.start, threads.end] : undefined;
      assert.deepEqual(found, expected, pattern);
      assert.equal(findMatch(threads, value, 0, 'any'), outcome);
      ran += 1;
    }
  });
  fc.assert(property, { seed: 12, numRuns: 2000 });
  assert.ok(ran > 3000, `${ran} texts`);
});

check('many short texts that ask for new states stop building them', () => {
  const matcher = loadPattern('(?:a|b)*a(?:a|b){14}c');
  const random = seededRandom(1);
  for (let turn = 0; turn < 3000; turn += 1) {
    let text = '';
    for (let index = 0; index < 32; index += 1) {
      text += random() < 0.5 ? 'a' : 'b';
    }
    assert.equal(test(matcher, text), false);
  }
  const size = matcher.searcher?.sets.size ?? 0;
  assert.ok(size > 100 && size < 6000, `${size} states for 96,000 bytes`);
});
