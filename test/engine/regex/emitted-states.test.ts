/** States that the compiler makes decide as those that are made at run time, or not at all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statesEncoder, visitedStates } from '#compiler/regex/encode-states.ts';
import { searchEmitted } from '#engine/regex/emitted-states.ts';
import { loadStates, locate, type Matcher } from '#engine/regex/matcher.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadPattern } from './load-pattern.ts';

const patterns = [
  'select',
  '^get$',
  '^$',
  '',
  'a{2,5}b',
  '(?:cat|dog)s?\\b',
  '\\bunion\\b.{1,20}\\bselect\\b',
  '[^a-z]$',
  '(?i)<script[^>]*>',
  '^[\\w.]+@[\\w.]+$',
  '(?:a|b)*abb',
  '\\x00|\\xff',
];

const texts = [
  '',
  'a',
  'get',
  'GET',
  'select',
  'union all select',
  'the cat and the dogs',
  'aaab',
  'abababb',
  'x@example.com',
  '<SCRIPT src=x>',
  'a\0b',
  '\xff\xfe',
  'line\nbreak',
  'cats!',
  '42',
  'unionselect',
  'aaaaaab',
];

function statesAfter(pattern: string, read: readonly string[], digits: number): string {
  const matcher = loadPattern(pattern);
  for (const text of read) locate(matcher, text);
  const { searcher } = matcher;
  if (searcher === undefined) return assert.fail('no search');
  return statesEncoder(searcher, visitedStates(searcher))(digits);
}

function withStates(pattern: string, code: string): Matcher {
  const matcher = loadPattern(pattern);
  loadStates(matcher, code);
  return matcher;
}

test('texts that were read need no other states, and others have the same result', async (t) => {
  let compared = 0;
  for (const pattern of patterns) {
    await t.test(rowTitle(pattern), () => {
      const code = statesAfter(pattern, texts, 10_000);
      const warm = withStates(pattern, code);
      for (const text of texts)
        assert.equal(locate(warm, text), locate(loadPattern(pattern), text));
      assert.equal(warm.searcher, undefined);
      assert.equal(warm.automaton, undefined);
      for (const read of [texts.slice(0, 1), texts.slice(3, 6)]) {
        for (const digits of [10_000, 20]) {
          const partial = statesAfter(pattern, read, digits);
          for (const text of texts) {
            const matcher = withStates(pattern, partial);
            const expected = locate(loadPattern(pattern), text);
            const { states } = matcher;
            const found = states && searchEmitted(states, text);
            assert.ok(found === undefined || found === (expected !== -1), JSON.stringify(text));
            assert.equal(locate(matcher, text), expected, JSON.stringify(text));
            // The states are left for good by a text that they do not suffice for.
            assert.equal(matcher.states === undefined, found === undefined);
            compared += 1;
          }
        }
      }
    });
  }
  assert.equal(compared, patterns.length * texts.length * 4);
});

test('whichever text comes first, the states are the same, and no more than there is room for', () => {
  const pattern = '\\b(?:select|insert|update|delete)\\b.{0,40}\\b(?:from|into|set)\\b';
  const read = ['insert coin', 'select a hat', 'set the table', 'an update from us'];
  const all = statesAfter(pattern, read, 10_000);
  assert.equal(statesAfter(pattern, read.toReversed(), 10_000), all);
  const some = statesAfter(pattern, read, 100);
  assert.ok(all.length > 200 && some.length <= 110, `${all.length} and ${some.length} digits`);
});
