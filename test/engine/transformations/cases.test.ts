/** Our own cases for every transformation. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ALL } from './all.ts';
import { CASES } from './cases.ts';

test('every transformation has cases and every case a transformation', () => {
  assert.deepEqual(Object.keys(CASES).sort(), [...ALL.keys()].sort());
});

for (const [name, transform] of ALL) {
  const cases = CASES[name] ?? [];
  test(`${name}: ${cases.length} cases`, () => {
    assert.ok(cases.length > 0);
    for (const [input, output] of cases) {
      assert.equal(transform(input), output, JSON.stringify(input));
    }
  });
}

/** Lengths around one and two blocks, and all byte values. */
const SAMPLES = Array.from({ length: 200 }, (_, length) =>
  Array.from({ length }, (_, at) => String.fromCharCode((at * 37 + length) & 0xff)).join(''),
);

for (const name of ['md5', 'sha1'] as const) {
  test(`${name} agrees with Node at every length to 199`, () => {
    for (const sample of SAMPLES) {
      const expected = createHash(name).update(sample, 'latin1').digest().toString('latin1');
      assert.equal(ALL.get(name)?.(sample), expected);
    }
  });
}

const INVERSES = [
  ['base64Encode', 'base64Decode'],
  ['base64Encode', 'base64DecodeExt'],
  ['hexEncode', 'hexDecode'],
  ['urlEncode', 'urlDecode'],
  ['urlEncode', 'urlDecodeUni'],
] as const;

for (const [encode, decode] of INVERSES) {
  test(`${decode} undoes ${encode}`, () => {
    for (const sample of SAMPLES) {
      assert.equal(ALL.get(decode)?.(ALL.get(encode)?.(sample) ?? ''), sample);
    }
  });
}

/** CRS's chain for markup (`t:utf8toUnicode` to `t:removeNulls`): one payload under all its encodings at once. */
test('the chain of the XSS rules decodes an attack', () => {
  const chain = [
    'utf8toUnicode',
    'urlDecodeUni',
    'htmlEntityDecode',
    'jsDecode',
    'cssDecode',
    'removeNulls',
  ];
  const payload = '\xef\xbc\x9cscript%u003Eal%65rt&lpar;\\x31\\\\29 \0&#0060;/s\\\ncript>';
  const result = chain.reduce((value, name) => ALL.get(name)?.(value) ?? '', payload);
  assert.equal(result, '<script>alert(1)</s\ncript>');
});
