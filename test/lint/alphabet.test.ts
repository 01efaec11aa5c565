/** What a record says of the bytes of a result is true of the engine's function. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformations } from '#compiler/language/transformations/index.ts';
import { image } from '#compiler/lint/alphabet.ts';
import { bytesOf, membersOf } from '#engine/regex/compile/byte-set.ts';
import { ALL } from '../engine/transformations/all.ts';

const escapes = '\\%&#;u0x41Af/*.- +<![]"\'\0\n\xa0\xc2\xff';
const values = [
  '',
  'SELECT',
  '%41+%u0061',
  '0x414243',
  '&lt;&#65;',
  '\\x41\\u0061',
  'a/../b',
  escapes,
];

test('a result holds no byte that its record leaves out', () => {
  let ran = 0;
  for (const name of new Set(transformations.values())) {
    const transform = ALL.get(name) ?? assert.fail(name);
    for (const value of values) {
      ran += 1;
      const possible = new Set(membersOf(image(bytesOf(value), name)));
      const bytes = Array.from(transform(value), (byte) => byte.charCodeAt(0));
      assert.deepEqual(
        bytes.filter((byte) => !possible.has(byte)),
        [],
        `t:${name} of ${JSON.stringify(value)}: \`result\` in its record is wrong`,
      );
    }
  }
  assert.equal(ran, ALL.size * values.length);
});
