import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUrlEncoded } from '#engine/body/parse-url-encoded.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const cases: readonly [text: string, pairs: readonly (readonly [string, string])[]][] = [
  ['', []],
  ['a=1', [['a', '1']]],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=v', [['', 'v']]],
  ['=', [['', '']]],
  [
    '&&a=1&&b=2&&',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['a=1;b=2', [['a', '1;b=2']]],
  ['a=b=c', [['a', 'b=c']]],
  ['a+b=c+d', [['a b', 'c d']]],
  ['a%2Bb=%2b', [['a+b', '+']]],
  ['a%26b=%3D%26', [['a&b', '=&']]],
  ['%00=%ff%FE', [['\0', '\xff\xfe']]],
  ['a=%2541', [['a', '%41']]],
  ['a=%zz%4%', [['a', '%zz%4%']]],
  ['a=%4%31', [['a', '%41']]],
  ['a=%%41', [['a', '%A']]],
  ['a=%u0041', [['a', '%u0041']]],
  ['a=\xe9', [['a', '\xe9']]],
  [
    'q=evil&Q=ok&q=x',
    [
      ['q', 'evil'],
      ['Q', 'ok'],
      ['q', 'x'],
    ],
  ],
  [
    '__proto__=1&constructor=2',
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  ],
  [
    'a[]=1&a[]=2',
    [
      ['a[]', '1'],
      ['a[]', '2'],
    ],
  ],
  ['?a=1#b', [['?a', '1#b']]],
];

test('splits on & and the first =, decodes once, keeps every argument', async (t) => {
  for (const [text, pairs] of cases) {
    await t.test(rowTitle(text), () => {
      assert.deepEqual(parseUrlEncoded(text, 100).pairs, pairs, text);
    });
  }
  assert.equal(cases.length, 23);
});

test('reports malformed escapes', () => {
  const valid = ['', 'a=1', 'a=%41', '%00=%fF', 'a=100+'];
  const invalid = ['%', 'a=%', 'a=%4', 'a=%4&1=2', '%zz=1', 'a=%4g', 'ok=1&b=%%41'];
  for (const text of valid) assert.equal(parseUrlEncoded(text, 100).invalidEncoding, false, text);
  assert.equal(valid.length, 5);
  for (const text of invalid) assert.equal(parseUrlEncoded(text, 100).invalidEncoding, true, text);
  assert.equal(invalid.length, 7);
});

test('stops beyond the limit and reports it', () => {
  const three = 'a=1&b=2&c=3';
  assert.equal(parseUrlEncoded(three, 3).limitReached, false);
  assert.equal(parseUrlEncoded(`${three}&&`, 3).limitReached, false);
  const cut = parseUrlEncoded(`${three}&d=%zz`, 3);
  assert.equal(cut.limitReached, true);
  assert.equal(cut.pairs.length, 3);
  assert.equal(cut.invalidEncoding, false, 'what was not read is not judged');
  assert.deepEqual(parseUrlEncoded('a=1', 0), {
    pairs: [],
    invalidEncoding: false,
    limitReached: true,
  });
});

test('100,000 arguments stay in order', () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `a${index}=${index}`).join('&');
  const { pairs, limitReached } = parseUrlEncoded(text, 100_000);
  assert.equal(pairs.length, 100_000);
  assert.deepEqual(pairs[99_999], ['a99999', '99999']);
  assert.equal(limitReached, false);
});

test('text without escapes is kept, with many escapes it is joined rightly', () => {
  const plain = 'x'.repeat(20_000);
  assert.equal(parseUrlEncoded(plain, 1).pairs[0]?.[0], plain);
  const escaped = '%41+b'.repeat(20_000);
  assert.equal(parseUrlEncoded(escaped, 1).pairs[0]?.[0], 'A b'.repeat(20_000));
});
