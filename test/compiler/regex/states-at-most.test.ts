/** The bound on states is never below what is built, whatever is nested, and not far above it on real rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { statesAtMost } from '#engine/regex/compile/states-at-most.ts';
import { buildNfa, MAX_STATES } from '#engine/regex/nfa.ts';
import { crsPatterns, missingData, regexOf } from './crs-patterns.ts';
import { anyPattern } from './patterns.ts';

/** The states of its largest part; undefined: no automaton is made of it. */
function statesOf(pattern: string): number | undefined {
  const compiled = compileAutomaton(regexOf(pattern));
  if (compiled.kind === 'Error') return undefined;
  const automaton = decodeAutomaton(compiled.code);
  const trees = [automaton.tree(), ...automaton.lookarounds.map(({ tree }) => tree)];
  return Math.max(...trees.map((tree) => buildNfa(automaton, tree, 'forward').ops.length));
}

test('the bound is never below the number of states, on random expressions', () => {
  let ran = 0;
  fc.assert(
    fc.property(anyPattern, (pattern) => {
      const states = statesOf(pattern);
      if (states === undefined) return;
      ran += 1;
      assert.ok(statesAtMost(regexOf(pattern).root) >= states, pattern);
    }),
    { numRuns: 2000, seed: 6 },
  );
  assert.ok(ran > 1000);
});

test('the bound is never below the number of states and never near the limit, on the CRS', (t) => {
  const patterns = crsPatterns();
  if (patterns === undefined) {
    t.skip(missingData);
    return;
  }
  for (const pattern of patterns) {
    const states = statesOf(pattern);
    const bound = statesAtMost(regexOf(pattern).root);
    assert.ok(states !== undefined && bound >= states && bound < MAX_STATES, pattern);
  }
  assert.ok(patterns.length > 250);
});
