import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '#engine/body/parse-json.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const limits = { depthLimit: 16, argumentsLimit: 100 };

type Pairs = readonly (readonly [string, string])[];

const valid: readonly [text: string, pairs: Pairs][] = [
  ['{}', []],
  ['[]', []],
  [' \t\r\n{ } ', []],
  ['{"a":1}', [['json.a', '1']]],
  [
    ' { "a" : 1 , "b" : "x" } ',
    [
      ['json.a', '1'],
      ['json.b', 'x'],
    ],
  ],
  [
    '{"a":{"b":[1,2]}}',
    [
      ['json.a.b.0', '1'],
      ['json.a.b.1', '2'],
      ['json.a.b', '2'],
    ],
  ],
  [
    '[{"x":1},[true]]',
    [
      ['json.0.x', '1'],
      ['json.1.0', 'true'],
      ['json.1', '1'],
      ['json', '2'],
    ],
  ],
  [
    '1',
    [
      ['json', '1'],
      ['json.0', '1'],
    ],
  ],
  [
    '"s"',
    [
      ['json', '1'],
      ['json.0', 's'],
    ],
  ],
  [
    'null',
    [
      ['json', '1'],
      ['json.0', ''],
    ],
  ],
  [
    '"null"',
    [
      ['json', '1'],
      ['json.0', 'null'],
    ],
  ],
  [
    '{"a":null,"b":true,"c":false}',
    [
      ['json.a', ''],
      ['json.b', 'true'],
      ['json.c', 'false'],
    ],
  ],
  [
    '{"a":1.50,"b":-0,"c":1e400,"d":0.0E-1,"e":12E+3}',
    [
      ['json.a', '1.50'],
      ['json.b', '-0'],
      ['json.c', '1e400'],
      ['json.d', '0.0E-1'],
      ['json.e', '12E+3'],
    ],
  ],
  [
    '{"q":"evil","Q":"ok","q":"x"}',
    [
      ['json.q', 'evil'],
      ['json.Q', 'ok'],
      ['json.q', 'x'],
    ],
  ],
  [
    '{"a.b":1,"a":{"b":2}}',
    [
      ['json.a.b', '1'],
      ['json.a.b', '2'],
    ],
  ],
  [
    '{"__proto__":{"x":1},"constructor":2}',
    [
      ['json.__proto__.x', '1'],
      ['json.constructor', '2'],
    ],
  ],
  ['{"":1}', [['json.', '1']]],
  [
    '{"a":[],"b":{},"c":[[]]}',
    [
      ['json.a', '0'],
      ['json.b', ''],
      ['json.c.0', '0'],
      ['json.c', '1'],
    ],
  ],
  ['{"user":{"$ne":{}}}', [['json.user.$ne', '']]],
  ['{"\xff":"\xc0\xbc"}', [['json.\xff', '\xc0\xbc']]],
  ['{"\\u003cscript\\u003E":"\\"\\\\\\/\\b\\f\\n\\r\\t"}', [['json.<script>', '"\\/\b\f\n\r\t']]],
  [
    '"\\u0000\\u00e9\\u20ac\\ud83d\\ude00"',
    [
      ['json', '1'],
      ['json.0', '\0\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'],
    ],
  ],
  [
    '["\\ud800\\udc00","\\udbff\\udfff"]',
    [
      ['json.0', '\xf0\x90\x80\x80'],
      ['json.1', '\xf4\x8f\xbf\xbf'],
      ['json', '2'],
    ],
  ],
  [
    '["\\ud800","\\udc00\\ud800","\\ud800\\u0041"]',
    [
      ['json.0', '\xed\xa0\x80'],
      ['json.1', '\xed\xb0\x80\xed\xa0\x80'],
      ['json.2', '\xed\xa0\x80A'],
      ['json', '3'],
    ],
  ],
  [
    '"\xc3\xa9\xff\xc0\xaf"',
    [
      ['json', '1'],
      ['json.0', '\xc3\xa9\xff\xc0\xaf'],
    ],
  ],
  [
    '"\x7f"',
    [
      ['json', '1'],
      ['json.0', '\x7f'],
    ],
  ],
];

test('every pair of a valid text, in order', async (t) => {
  for (const [text, pairs] of valid) {
    await t.test(rowTitle(text), () => {
      const expected = { pairs, limitReached: false, error: undefined, position: text.length };
      assert.deepEqual(parseJson(text, limits), expected, text);
    });
  }
  assert.equal(valid.length, 26);
});

test('nesting up to the depth limit, the outermost level included', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  assert.equal(parseJson(nested(16), limits).error, undefined);
  const tooDeep = parseJson(nested(17), limits);
  assert.equal(tooDeep.error, 'max recursion reached while reading json object');
  assert.equal(tooDeep.position, 16);
  assert.deepEqual(tooDeep.pairs.at(-1), [`json${'.0'.repeat(16)}`, `[1${']'.repeat(17)}`]);
  assert.equal(parseJson('1', { depthLimit: 0, argumentsLimit: 9 }).error, undefined);
  assert.notEqual(parseJson('[]', { depthLimit: 0, argumentsLimit: 9 }).error, undefined);
});

test('200,000 open brackets stop at the limit', () => {
  for (const text of ['['.repeat(200_000), '{"a":'.repeat(200_000)]) {
    const { error } = parseJson(text, { depthLimit: 1024, argumentsLimit: 1000 });
    assert.equal(error, 'max recursion reached while reading json object');
  }
});

test('stops beyond the arguments limit, element counts included', () => {
  const two = { depthLimit: 4, argumentsLimit: 2 };
  assert.equal(parseJson('{"a":1,"b":2}', two).limitReached, false);
  const three = parseJson('{"a":1,"b":2,"c":3}', two);
  assert.deepEqual(three.pairs, [
    ['json.a', '1'],
    ['json.b', '2'],
  ]);
  assert.equal(three.limitReached, true);
  assert.equal(three.error, undefined);
  assert.equal(parseJson('[1,2]', two).limitReached, true);
});

/** Names of what was read before the error; the two pairs behind them are what was not. */
function nameBytes(text: string): number {
  const { pairs, error } = parseJson(text, { depthLimit: 1024, argumentsLimit: 1000 });
  assert.equal(error, 'argument names too long');
  return pairs.slice(0, -2).reduce((sum, [name]) => sum + name.length, 0);
}

const multiplied: readonly (readonly [name: string, text: string])[] = [
  ['a long name above many values', `{"${'k'.repeat(1000)}":[${'1,'.repeat(899)}1]}`],
  ['a name of 1 MB above many values', `{"${'k'.repeat(1e6)}":[${'1,'.repeat(999)}1]}`],
  ['nested arrays', `${'['.repeat(500)}1${']'.repeat(500)}`],
  ['nested objects', `${'{"kkkk":[1,'.repeat(400)}1${']}'.repeat(400)}`],
  ['nested arrays that are not closed', `${'[1,'.repeat(500)}`],
];

for (const [name, text] of multiplied) {
  test(`names take at most eight times the text and 4 KB: ${name}`, () => {
    assert.ok(nameBytes(text) <= 8 * text.length + 4096);
  });
}

test('what got no name for its length is inspected without', () => {
  const text = `{"a":1,"${'k'.repeat(3000)}":["x1","x2","\u0041tail"],"z":"end"}`;
  const { pairs } = parseJson(text.replace('"x2"', `${'0,'.repeat(20)}"x2"`), limits);
  assert.deepEqual(pairs.at(0), ['json.a', '1']);
  assert.deepEqual(pairs.at(-2), ['json', '0']);
  assert.match(pairs.at(-1)?.[1] ?? '', /^,0,.*"Atail"\],"z":"end"\}$/);
});

test('flat numbers and nested coordinates have names that are short enough', () => {
  const flat = `[${'1,'.repeat(900)}1]`;
  const nested = `{"coordinates":[${'[12.5,41.9],'.repeat(300)}[0,0]]}`;
  for (const text of [flat, nested]) {
    assert.equal(parseJson(text, { depthLimit: 16, argumentsLimit: 1000 }).error, undefined);
  }
});

test('names never reach a prototype', () => {
  parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', limits);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});
