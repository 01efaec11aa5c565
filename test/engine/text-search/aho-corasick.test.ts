/** The phrase automaton against a naive search, and at its largest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collectPhrases, containsPhrase, findPhrase } from '#engine/text-search/aho-corasick.ts';
import { buildPhraseAutomaton } from '#engine/text-search/phrase-automaton.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';

/** Entries of the transition table: enough for all states, and for a few of them. */
const [ALL, FEW] = [131_072, 24];
const entries = fc.constantFrom(ALL, FEW);

const RUNS = { seed: 20_26, numRuns: 5_000 };

/** Few letters, so that phrases overlap; both cases, and bytes that case folding must leave alone. */
const text = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'c', '\xe1', '\xc1'), maxLength });
const phraseLists = fc.array(text(5), { maxLength: 8 });

const fold = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The first position where a phrase fits, and the longest that does. */
function naiveSpan(phrases: readonly string[], value: string, from: number) {
  const folded = fold(value);
  const foldedPhrases = phrases.map(fold);
  for (let start = from; start < value.length; start += 1) {
    const lengths = foldedPhrases.map((phrase) =>
      folded.startsWith(phrase, start) ? phrase.length : 0,
    );
    const longest = Math.max(0, ...lengths);
    if (longest > 0) return [start, start + longest] as const;
  }
  return undefined;
}

test('finds phrases of long texts, far from each other and at the ends of blocks', () => {
  let found = 0;
  const property = fc.property(
    phraseLists,
    entries,
    fc.array(fc.tuple(text(6), fc.constantFrom(0, 9, 250, 1270, 5_100, 20_000)), { maxLength: 5 }),
    (phrases, size, pieces) => {
      const value = pieces.map(([piece, gap]) => '.'.repeat(gap) + piece).join('');
      const automaton = buildPhraseAutomaton(phrases, size);
      for (let from = 0; from <= value.length; ) {
        const span = findPhrase(automaton, value, from);
        assert.deepEqual(span, naiveSpan(phrases, value, from));
        if (span === undefined) break;
        found += 1;
        from = span[1];
      }
    },
  );
  fc.assert(property, { seed: 20_27, numRuns: 400 });
  assert.ok(found > 400, `${found} phrases`);
});

test('finds the leftmost and then longest phrase, as a naive search does', () => {
  fc.assert(
    fc.property(phraseLists, text(40), fc.nat(10), entries, (phrases, value, from, most) => {
      const automaton = buildPhraseAutomaton(phrases, most);
      assert.deepEqual(findPhrase(automaton, value, from), naiveSpan(phrases, value, from));
      assert.equal(containsPhrase(automaton, value), naiveSpan(phrases, value, 0) !== undefined);
    }),
    RUNS,
  );
});

test('collects every phrase that occurs, over several values', () => {
  fc.assert(
    fc.property(
      phraseLists,
      fc.array(text(20), { maxLength: 3 }),
      entries,
      (list, values, most) => {
        const phrases = [...new Set(list.map(fold))];
        const seen = new Uint32Array(1);
        const automaton = buildPhraseAutomaton(phrases, most);
        for (const value of values) collectPhrases(automaton, value, seen);
        const expected = phrases.map(
          (phrase) => phrase !== '' && values.some((value) => fold(value).includes(phrase)),
        );
        assert.deepEqual(
          phrases.map((_, n) => (((seen[0] ?? 0) >> n) & 1) === 1),
          expected,
        );
      },
    ),
    RUNS,
  );
});

test('states beyond the dense rows behave alike', () => {
  const words = Array.from(
    { length: 2_000 },
    (_, n) => `${(n * 7919) % 9973}`.repeat(9) + 'xyz'[n % 3],
  );
  const automaton = buildPhraseAutomaton(words, ALL);
  assert.ok(automaton.fail.length > automaton.denseStates * 4);
  const seen = new Uint32Array(63);
  const expected = new Uint32Array(63);
  for (let n = 0; n < words.length; n += 50) {
    const word = words[n] ?? '';
    const value = `${word.slice(3)} ${word.slice(0, -1)}${word}`;
    assert.deepEqual(findPhrase(automaton, value, 0), naiveSpan(words, value, 0));
    collectPhrases(automaton, value, seen);
    for (const [index, other] of words.entries()) {
      if (value.includes(other))
        expected[index >> 5] = (expected[index >> 5] ?? 0) | (1 << (index & 31));
    }
  }
  assert.deepEqual(seen, expected);
});

test('2,000 phrases of 2 KB take bounded time', () => {
  const phrases = Array.from({ length: 2_000 }, (_, n) => `${n}`.padStart(4, 'q').repeat(512));
  const took = cpuMilliseconds(() => buildPhraseAutomaton(phrases, ALL));
  assert.ok(took < 5_000, `${took} ms`);
  const automaton = buildPhraseAutomaton(phrases, ALL);
  assert.deepEqual(findPhrase(automaton, `x${phrases[77]}`, 0), [1, 2_049]);
  assert.equal(containsPhrase(automaton, 'q'.repeat(100_000)), false);
});
