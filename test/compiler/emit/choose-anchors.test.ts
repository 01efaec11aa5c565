/** Each literal is found by three bytes that ordinary requests seldom hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseAnchors } from '#compiler/4-emit/choose-anchors.ts';

const rows: readonly (readonly [literal: string, anchor: string])[] = [
  ['information_schema', '_sc'],
  ['document.cookie', 't.c'],
  ['/etc/passwd', 'c/p'],
  ['application/x-java', 'x-j'],
  ['..', '..'],
];

for (const [literal, anchor] of rows) {
  test(`${literal}: ${anchor}`, () => {
    const [end = 0] = chooseAnchors([literal]);
    assert.equal(literal.slice(Math.max(0, end - 3), end), anchor);
  });
}

test('literals take different bytes when these are as rare', () => {
  assert.deepEqual(chooseAnchors(['!!!"""', '!!!"""']), [3, 4]);
});
