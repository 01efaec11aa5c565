/** Expressions that macros complete: what is compiled when, what is too large, and what they cost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createExpressionCache,
  type Expression,
  expressionOf,
} from '#engine/regex/expression-cache.ts';
import { test as matches } from '#engine/regex/matcher.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const unpaid = (): void => undefined;

function messageOf(expression: Expression): string | undefined {
  return expression.kind === 'Bad' ? expression.message : undefined;
}

test('an expression is compiled when it is first used, and paid for by its length', () => {
  const cache = createExpressionCache(1000);
  const paid: number[] = [];
  const ask = (text: string): Expression =>
    expressionOf(cache, text, (length) => {
      paid.push(length);
    });
  const first = ask('^ab+$');
  assert.ok(first.kind === 'Linear' && matches(first.matcher, 'abb') && first.weight === 1);
  assert.equal(ask('^ab+$'), first);
  assert.deepEqual(paid, [5]);
});

test('32 are kept, the last ones used', () => {
  const cache = createExpressionCache(1000);
  const texts = Array.from({ length: 32 }, (_, index) => `^${index}$`);
  for (const text of texts) expressionOf(cache, text, unpaid);
  expressionOf(cache, '^0$', unpaid);
  expressionOf(cache, 'one more', unpaid);
  const left = [...cache.entries.keys()];
  assert.equal(left.length, 32);
  assert.ok(left.includes('^0$') && left.includes('one more') && !left.includes('^1$'));
});

test('what cannot be compiled is known from then on', () => {
  const cache = createExpressionCache(1000);
  const cases: readonly (readonly [text: string, message: string])[] = [
    ['a(', 'This group is never closed.'],
    ['(?>a|ab)c', 'It has an atomic group.'],
    ['(a{99}){99}', 'It needs more than 2000 states.'],
    ['a'.repeat(4097), 'It is longer than 4096 bytes.'],
  ];
  for (const [text, message] of cases) {
    const found = expressionOf(cache, text, unpaid);
    assert.equal(messageOf(found), message);
    assert.equal(messageOf(expressionOf(cache, text, unpaid)), message);
  }
  assert.equal(cases.length, 4);
  assert.equal(cache.entries.size, 3, 'what is too long is not kept');
});

test('states that an expression may need make reading it dearer', () => {
  const weightOf = (text: string): number => {
    const found = expressionOf(createExpressionCache(1000), text, unpaid);
    assert.ok(found.kind === 'Linear', text);
    return found.weight;
  };
  assert.deepEqual([weightOf('abc'), weightOf('(?:a|b)*a(?:a|b){200}')], [1, 16]);
});

test('back-references have their limit', () => {
  const found = expressionOf(createExpressionCache(77), '(a|b)\\1', unpaid);
  assert.ok(found.kind === 'Backtracking');
  assert.equal(found.backtracker.limit, 77);
  assert.ok(found.backtracker.filter !== undefined);
});

test('whatever a client sends takes little memory and time to compile', async (t) => {
  const hostile: readonly string[] = [
    '\\pL'.repeat(1365),
    '[\\x{100}-\\x{10ffff}]'.repeat(200),
    '(?i)'.padEnd(4096, 'aB'),
    `${'('.repeat(2000)}a${')'.repeat(2000)}`,
    `(${'a|'.repeat(1000)}b)${'\\1'.repeat(1000)}`,
    '((((a{0,999}){0,999}){0,999}){0,999})',
    '(?=ab)'.repeat(600),
    '\\b\\B(?<=[a-f])(?=[^x])'.repeat(170),
    '(?:a?){0,999}b'.repeat(100),
  ];
  let ms = 0;
  for (const text of hostile) {
    await t.test(rowTitle(text), () => {
      assert.ok(text.length <= 4096, text);
      ms += cpuMilliseconds(() => expressionOf(createExpressionCache(1000), text, unpaid));
    });
  }
  assert.equal(hostile.length, 9);
  assert.ok(ms < 3000, `${ms} ms`);
});
