import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK } from '#engine/bytes/byte-block.ts';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { resultClasses } from '#engine/transformations/result-classes.ts';
import { ALL } from './all.ts';

const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
const ALPHABETS = [
  BYTES.join(''),
  'aB3%+u2/*-<!>#',
  'aB&lt;#x39;gt ',
  'aB\\x41u0067\\n09',
  'aB \t\n\v\f\r\0\x85\xa0\xc2\xe1\xe2\x80\xe3',
  'aB"^,;\t\n (/.\\',
  'abc',
];

test('a long result has no byte classes but those that are known before it is read', () => {
  let ran = 0;
  let known = 0;
  let derived = 0;
  let unread = 0;
  for (const [name, transform] of ALL) {
    for (const alphabet of ALPHABETS) {
      for (const length of [2048, BLOCK - 3, BLOCK + 1, 2 * BLOCK + 7]) {
        const value = textOf([...alphabet], length);
        const result = transform(value);
        const bounds = resultClasses(transform, byteClassesOf(value));
        ran += 1;
        if (bounds === undefined || result === value) continue;
        known += 1;
        const classes = byteClassesOf(result);
        assert.equal(classes & ~bounds.possible, 0, `t:${name} of ${escape(alphabet)}`);
        assert.equal(bounds.certain & ~classes, 0, `t:${name} of ${escape(alphabet)}`);
        assert.equal(byteClassesOf(result, bounds), classes, `t:${name}`);
        if (classes === bounds.possible) derived += 1;
        if (bounds.certain === bounds.possible) unread += 1;
      }
    }
  }
  assert.equal(ran, ALL.size * ALPHABETS.length * 4);
  assert.equal(known, 202);
  // These are read no further than to the last class that is not certain, and some not at all.
  assert.equal(derived, 178);
  assert.equal(unread, 73);
});

test('a long text is read only until all possible byte classes have been found', () => {
  const text = `${'a-'.repeat(BLOCK)}<`;
  assert.equal(byteClassesOf(text), byteClassesOf('a-<'));
  const read = (certain: string, possible: string): number =>
    byteClassesOf(text, { certain: byteClassesOf(certain), possible: byteClassesOf(possible) });
  assert.equal(read('', 'a-'), byteClassesOf('a-'));
  assert.equal(read('', 'a-+'), byteClassesOf('a-<'));
  assert.equal(read('a+', 'a-+'), byteClassesOf('a-+'));
  assert.equal(read('a', 'a+'), byteClassesOf('a-<'));
});

/** A fixed walk through values of these bytes. */
function textOf(bytes: readonly string[], length: number): string {
  let state = length;
  const next = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return bytes[(state >>> 8) % bytes.length] ?? '';
  };
  return Array.from({ length }, next).join('');
}
