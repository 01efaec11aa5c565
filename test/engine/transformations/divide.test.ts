import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#compiler/seeded-random.ts';
import { dividesAt } from '#engine/transformations/divide.ts';
import * as transformations from '#engine/transformations/index.ts';

const PIECES =
  '\\|/*|*/|%|%4|%u00|%2e|/|//|..|.|./| |\t|&|&#12|&#x3|&lt|&amp;|\xc2|\xa0|\xe1\x9a|\xe1\x9a\x80|\'|"|--|#|<!--|-->|<|aB|0|7|\0|+|=|[|;|,|(|\\x4|\\u00|\\12|\\41'.split(
    '|',
  );
/** Never divided: what they make of a byte depends on where it stands, or on all bytes. */
const WHOLE = /^(base64|hex|sqlHex|md5|sha1|length|parity|phpArgs|trim|urlEncode|removeComments$)/;

test('a text that may be divided before a dot gives what its parts give', () => {
  const random = seededRandom(7);
  const text = (most: number) =>
    Array.from(
      { length: Math.floor(random() * most) },
      () => PIECES[Math.floor(random() * PIECES.length)],
    ).join('');
  for (const [name, transform] of Object.entries(transformations)) {
    let divided = 0;
    for (let round = 0; round < 5000; round += 1) {
      const [prefix, rest] = [text(8), `.${text(5)}`];
      if (!dividesAt(transform, prefix, rest)) continue;
      divided += 1;
      const parts = transform(prefix) + transform(rest);
      assert.equal(transform(prefix + rest), parts, JSON.stringify([name, prefix, rest]));
    }
    if (WHOLE.test(name)) assert.equal(divided, 0, name);
    else assert.ok(divided > 500, `${name} divides ${divided}: name it in divide.ts or in WHOLE`);
  }
});
