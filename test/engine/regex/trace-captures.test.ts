import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { createCaptureFinder, findCaptures } from '#engine/regex/captures.ts';
import { createBudget, createDfa } from '#engine/regex/dfa.ts';
import { find } from '#engine/regex/matcher.ts';
import { buildNfa } from '#engine/regex/nfa.ts';
import { createTracer, traceCaptures } from '#engine/regex/trace-captures.ts';
import { anyPattern } from '../../compiler/regex/patterns.ts';
import { codeOf, loadPattern } from './load-pattern.ts';

function nfaOf(pattern: string) {
  const automaton = decodeAutomaton(codeOf(pattern));
  return buildNfa(automaton, automaton.tree(), 'forward');
}

function tracerOf(pattern: string) {
  return createTracer(createDfa(nfaOf(pattern), 'preferred', createBudget(16 << 20)));
}

const cases: readonly (readonly [pattern: string, text: string, slots: readonly number[]])[] = [
  ['(a)(b)?', 'ab', [0, 2, 0, 1, 1, 2]],
  ['(a)(b)?', 'a', [0, 1, 0, 1, -1, -1]],
  ['(?:(a)|(b))*', 'ab', [0, 2, 0, 1, 1, 2]],
  ['(a*?)(a*)', 'aaa', [0, 3, 0, 0, 0, 3]],
  ['(a|ab)(c|bcd)(d*)', 'abcd', [0, 4, 0, 1, 1, 4, 4, 4]],
  ['((a)|b)*c', 'abc', [0, 3, 1, 2, 0, 1]],
  ['(\\b)(a)($)', 'a', [0, 1, 0, 0, 0, 1, 1, 1]],
];

check('groups are found on the way back', () => {
  for (const [pattern, text, slots] of cases) {
    const found = traceCaptures(tracerOf(pattern), text, 0, text.length);
    assert.deepEqual([...(found ?? [])], slots, `${pattern} on ${text}`);
  }
});

check('they are those that following all threads finds, for random expressions', () => {
  let ran = 0;
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  const property = fc.property(anyPattern, fc.array(text, { minLength: 4 }), (pattern, values) => {
    const nfa = nfaOf(pattern);
    if (nfa.automaton.lookarounds.length > 0) return;
    const [tracer, finder] = [tracerOf(pattern), createCaptureFinder(nfa)];
    for (const value of values) {
      const span = find(loadPattern(pattern), value, 0);
      if (span === undefined) continue;
      const expected = findCaptures(finder, value, span[0], {});
      assert.deepEqual(traceCaptures(tracer, value, ...span), expected, pattern);
      ran += 1;
    }
  });
  fc.assert(property, { seed: 31, numRuns: 2000 });
  assert.ok(ran > 3000, `${ran} matches`);
});

check('it remembers a bounded number of steps and finds the same', () => {
  const pattern = '(?:(a)|(b)|(c))(?:a|b|c){0,300}';
  const tracer = tracerOf(pattern);
  const text = 'abcacb'.repeat(40);
  for (let turn = 0; turn < 300; turn += 1) {
    const value = text.slice(turn % 6, 100 + (turn % 100));
    const found = traceCaptures(tracer, value, 0, value.length);
    const group = 2 + 2 * 'abc'.indexOf(value.charAt(0));
    assert.equal(found?.[group + 1], 1);
    assert.ok(tracer.steps.size <= 1024);
  }
});
