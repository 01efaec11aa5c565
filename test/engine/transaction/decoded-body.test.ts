/** The decoded raw body of a long form is joined from its arguments, and is what decoding it gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyBody } from '#engine/body/body-variables.ts';
import { joinArguments } from '#engine/body/join-arguments.ts';
import { parseUrlEncoded } from '#engine/body/parse-url-encoded.ts';
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { createText } from '#engine/collections/entry.ts';
import { decodedBody } from '#engine/transaction/decoded-body.ts';
import { lowercase } from '#engine/transformations/case.ts';
import { urlDecode } from '#engine/transformations/url-decode.ts';
import { urlDecodeUni } from '#engine/transformations/url-decode-uni.ts';

const LONG = 16_384;

function bodyOf(raw: string, limit = 1000) {
  const form = parseUrlEncoded(raw, limit);
  const body = { ...emptyBody, raw, ...form, decoded: joinArguments(raw, form) };
  return { body, text: createText };
}

test('what is joined is what decoding gives', () => {
  const piece = fc.constantFrom(
    'a',
    '&',
    '&&',
    '=',
    '==',
    '+',
    '%41',
    '%26',
    '%3d',
    '%00',
    '%ff',
    'x',
  );
  const pieces = fc.array(piece, { minLength: 1, maxLength: 12 });
  const property = fc.property(pieces, pieces, (first, others) => {
    const raw = first.join('') + 'text%2B+'.repeat(LONG / 8) + others.join('');
    const holder = bodyOf(raw);
    for (const transform of [urlDecode, urlDecodeUni]) {
      const { value, bounds } = decodedBody(holder, raw, transform) ?? assert.fail('not known');
      assert.ok(value === transform(raw), raw.slice(-20));
      const classes = byteClassesOf(value);
      assert.equal(bounds === undefined ? 0 : bounds.certain & ~classes, 0);
      assert.equal(bounds === undefined ? 0 : classes & ~bounds.possible, 0);
    }
  });
  fc.assert(property, { seed: 3, numRuns: 300 });
});

test('a body of separators is joined without a string for each', () => {
  const raw = `${'&'.repeat(1 << 21)}a=%41${'&'.repeat(1 << 21)}`;
  const form = parseUrlEncoded(raw, 1000);
  const before = process.memoryUsage().heapUsed;
  const joined = joinArguments(raw, form);
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(joined === raw.replace('%41', 'A'));
  assert.ok(grown < raw.length * 4, `${grown} bytes for ${raw.length}`);
});

test('a body is not joined when it is short, malformed or only partly parsed, or for another transformation', () => {
  const long = `a=${'b+'.repeat(LONG / 2)}`;
  assert.ok(decodedBody(bodyOf(long), long, urlDecodeUni));
  for (const [holder, value, transform] of [
    [bodyOf('a=b+c'), 'a=b+c', urlDecodeUni],
    [bodyOf(`${long}&c=%u0041`), `${long}&c=%u0041`, urlDecodeUni],
    [bodyOf(`${long}&c=%4&1`), `${long}&c=%4&1`, urlDecodeUni],
    [bodyOf(`${long}&c=1`, 1), `${long}&c=1`, urlDecodeUni],
    [bodyOf(long), long, lowercase],
    [bodyOf(long), `${long}x`, urlDecodeUni],
    [bodyOf(long), `${long.slice(0, -1)}x`, urlDecodeUni],
  ] as const) {
    assert.equal(decodedBody(holder, value, transform), undefined);
  }
});
