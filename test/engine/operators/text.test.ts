/** Operators that look for one text, and that hostile texts do not slow them down. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginsWith,
  contains,
  containsWord,
  endsWith,
  streq,
  strmatch,
  within,
} from '#engine/operators/index.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const LONG = 'ab'.repeat(200);

const CASES = [
  [beginsWith, 'abc', 'ab', true],
  [beginsWith, 'abc', '', true],
  [beginsWith, 'abc', 'bc', false],
  [beginsWith, 'ABC', 'ab', false],
  [endsWith, 'abc', 'bc', true],
  [endsWith, 'abc', '', true],
  [endsWith, 'abc', 'ab', false],
  [endsWith, 'c', 'bc', false],
  [contains, 'xaby', 'ab', true],
  [contains, 'xAby', 'ab', false],
  [contains, 'a\0\xffb', '\0\xff', true],
  [contains, `x${LONG}y`, LONG, true],
  [contains, `x${LONG.slice(1)}y`, LONG, false],
  [contains, LONG.slice(1), LONG, false],
  [strmatch, 'xaby', 'ab', true],
  [strmatch, 'xaby', 'ba', false],
  [containsWord, 'x-ab-y', 'ab', true],
  [containsWord, 'ab', 'ab', true],
  [containsWord, 'xab aby ab', 'ab', true],
  [containsWord, 'xab', 'ab', false],
  [containsWord, 'ab1', 'ab', false],
  [containsWord, '_ab', 'ab', false],
  [containsWord, '\xe9ab', 'ab', true],
  [containsWord, 'aa a', 'a a', false],
  [containsWord, 'a a a ab', 'a a', true],
  [containsWord, '', '', true],
  [containsWord, `x${LONG} ${LONG}`, LONG, true],
  [containsWord, `x${LONG}ab ${LONG}y`, LONG, false],
  [streq, 'GET', 'GET', true],
  [streq, 'get', 'GET', false],
  [streq, '', '', true],
  [within, '', '', true],
  [within, '', 'GET', true],
  [within, 'ET,P', 'GET,POST', true],
  [within, 'get', 'GET,POST', false],
  [within, 'GET,POST,PUT', 'GET,POST', false],
] as const;

test('text operators match where their names say', async (t) => {
  for (const [operator, value, argument, expected] of CASES) {
    await t.test(rowTitle(operator), () => {
      assert.equal(operator(value, argument), expected, `${operator.name} ${value} ${argument}`);
    });
  }
  assert.equal(CASES.length, 36);
});

test('a search for a long text stays linear', () => {
  const needle = `${'a'.repeat(30_000)}b${'a'.repeat(30_000)}`;
  const value = 'a'.repeat(2_000_000);
  const took = cpuMilliseconds(() => {
    assert.equal(contains(value, needle), false);
    assert.equal(within(needle, value), false);
    assert.equal(containsWord(value, 'a'.repeat(60_000)), false);
  });
  assert.ok(took < 1_000, `${took} ms; V8 alone takes 20 s`);
});
