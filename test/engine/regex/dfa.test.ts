import assert from 'node:assert/strict';
import { test as check } from 'node:test';
import fc from 'fast-check';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import {
  createBudget,
  createDfa,
  type Dfa,
  entryOf,
  startAfresh,
  startState,
} from '#engine/regex/dfa.ts';
import { buildNfa } from '#engine/regex/nfa.ts';
import { codeOf } from './load-pattern.ts';

const pattern = '(?:a|b)*?a(?:a|b){4}(?:\\bc|(?m:$))|b+';

function load(): Dfa {
  const automaton = decodeAutomaton(codeOf(pattern));
  const nfa = buildNfa(automaton, automaton.tree(), 'forward');
  return createDfa(nfa, 'preferred', createBudget(1 << 20));
}

/** The places at which an end is seen. */
function endsIn(text: string, isInterrupted: boolean): readonly number[] {
  const dfa = load();
  const states = Int32Array.of(startState(dfa, 0), startState(dfa, 0));
  const ends: number[] = [];
  for (const [place, char] of [...text].entries()) {
    if (isInterrupted) {
      const sets = dfa.sets;
      startAfresh(dfa, states, 2);
      assert.notEqual(dfa.sets, sets);
      assert.equal(states[0], states[1], 'the same set has the same number');
    }
    const entry = entryOf(dfa, states[0] ?? 0, dfa.classes[char.charCodeAt(0)] ?? 0);
    if (entry < 0) ends.push(place);
    states.fill(Math.abs(entry));
  }
  return ends;
}

check('an automaton that starts afresh in the middle of a text reads on as if it had not', () => {
  let ends = 0;
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 30 });
  const property = fc.property(texts, (text) => {
    const expected = endsIn(text, false);
    assert.deepEqual(endsIn(text, true), expected);
    ends += expected.length;
  });
  fc.assert(property, { seed: 4, numRuns: 300 });
  assert.ok(ends > 50, `${ends} ends`);
});
