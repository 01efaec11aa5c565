/** Long lists of texts are one text in a module, and the engine has them back as they were. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textList } from '#compiler/4-emit/text-list.ts';
import { splitList } from '#engine/bytes/split-list.ts';

/** What the emitted code gives. */
function evaluated(texts: readonly string[]): unknown {
  return new Function('splitList', `return ${textList(texts).text};`)(splitList);
}

const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
const lists: readonly (readonly [title: string, texts: readonly string[]])[] = [
  ['none', []],
  ['few', ['a', 'b c']],
  ['many', bytes.map((byte) => `x${byte}`)],
  [
    'with empty ones',
    Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? '' : `w ${index}`)),
  ],
  ['all separators', [...bytes, '\u0100', ...' |,;~^#']],
  ['quotes and backslashes', Array.from({ length: 40 }, (_, index) => `'"\`\${${index}}\\`)],
];

test('lists of texts', async (t) => {
  for (const [title, texts] of lists) {
    await t.test(title, () => assert.deepEqual(evaluated(texts), texts));
  }
  assert.equal(lists.length, 6);
  assert.match(textList(bytes).text, /^splitList/);
  assert.match(textList(['a']).text, /^\[/);
});

test('any lists of texts', () => {
  const units = fc.constantFrom(..." |,;~^#'\\\n\0\xffab");
  const list = fc.array(fc.string({ unit: units, maxLength: 5 }), { maxLength: 60 });
  let count = 0;
  fc.assert(
    fc.property(list, (texts) => {
      assert.deepEqual(evaluated(texts), texts);
      count += 1;
    }),
    { seed: 2026, numRuns: 300 },
  );
  assert.equal(count, 300);
});
