/** Plain text is no injection, and is recognised without its tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, typesOf } from '#engine/libinjection/sql/fold.ts';
import { isPlainText, plainTypes } from '#engine/libinjection/sql/plain-text.ts';
import { newCursor } from '#engine/libinjection/sql/token.ts';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const values: readonly (readonly [value: string, isPlain: boolean])[] = [
  ['', true],
  ['gallery', true],
  ['2026-11-24T10:00:00', true],
  ['0x1f 1.5e3 .5 1e 7f', true],
  ['/assets/app.3f2a.js', true],
  ['text/html, image/png;', false],
  ['www.example.com', true],
  ['count abs', true],
  ['count(1)', false],
  ['a - b', true],
  ['a--b', false],
  ['a-', true],
  ['a/*b', false],
  ['a */ b', true],
  ['@user, @@version', true],
  ['@user = 1', false],
  ['1 or 1', false],
  ['1 OR 1', false],
  ['order', false],
  ['select.a', false],
  ['a.select', true],
  ['count.or', false],
  ['a`b', false],
  ["O'Brien", false],
  ['a&b', false],
  ['a\x00b', false],
  ['a\xa0b', false],
  ['w '.repeat(128), true],
  ['w '.repeat(129), false],
  [`a${'b'.repeat(40)}`, true],
];

for (const [value, isPlain] of values) {
  test(`${rowTitle(value)}: ${isPlain ? 'plain' : 'not plain'}`, () => {
    assert.equal(isPlainText(value), isPlain);
  });
}

test('the tokens of random plain text have plain types only, and it is no injection', () => {
  const words = [
    'name',
    'count',
    '12',
    '1.5e3',
    '0x1f',
    '@a',
    '-',
    '<',
    '*',
    ',',
    '?',
    ' ',
    'or',
    '.',
    ':',
    '=',
  ];
  let plain = 0;
  for (let seed = 1; seed <= 20_000; seed += 1) {
    let [value, state] = ['', seed * 7919];
    for (let count = 0; count < 1 + (seed % 6); count += 1) {
      state = (state * 1103515245 + 12345) % 2147483648;
      value += words[Math.floor(state / 65536) % words.length] ?? '';
    }
    if (!isPlainText(value)) continue;
    plain += 1;
    const types = [...typesOf(fold(newCursor(value, 'ansi', undefined)))];
    assert.ok(
      plainTypes.some((some) => types.every((type) => some.includes(type))),
      value,
    );
    assert.equal(sqliFingerprint(value).injection, false, value);
  }
  assert.equal(plain, 14_981);
});
