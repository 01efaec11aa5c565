import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '#engine/body/parse-json.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const limits = { depthLimit: 16, argumentsLimit: 100 };

type Pairs = readonly (readonly [string, string])[];

type Fault = [text: string, message: string, position: number, pairs: Pairs];

const faults: readonly Fault[] = [
  ['', 'expected a value', 0, []],
  ['   ', 'expected a value', 3, []],
  ['{"a":1', 'expected a comma or }', 6, [['json.a', '1']]],
  ['{"a":1,', 'expected a member name', 7, [['json.a', '1']]],
  [
    '{"a":1,}',
    'expected a member name',
    7,
    [
      ['json.a', '1'],
      ['json', '}'],
    ],
  ],
  ['{"a"', 'expected a colon', 4, [['json', '"a"']]],
  ['{"a" 1}', 'expected a colon', 5, [['json', '"a" 1}']]],
  ['{"a":', 'expected a value', 5, []],
  ['{a:1}', 'expected a member name', 1, [['json', 'a:1}']]],
  ["{'a':1}", 'expected a member name', 1, [['json', "'a':1}"]]],
  [
    '[1',
    'expected a comma or ]',
    2,
    [
      ['json.0', '1'],
      ['json', '1'],
    ],
  ],
  [
    '[1,]',
    'expected a value',
    3,
    [
      ['json.0', '1'],
      ['json', '1'],
      ['json.1', ']'],
    ],
  ],
  [
    '[1 2]',
    'expected a comma or ]',
    3,
    [
      ['json.0', '1'],
      ['json', '1'],
      ['json', '2]'],
    ],
  ],
  [
    '[1}',
    'expected a comma or ]',
    2,
    [
      ['json.0', '1'],
      ['json', '1'],
      ['json', '}'],
    ],
  ],
  ['[,1]', 'expected a value', 1, [['json.0', ',1]']]],
  [
    '{"a":1}x',
    'text after the value',
    7,
    [
      ['json.a', '1'],
      ['json', 'x'],
    ],
  ],
  [
    '1 2',
    'text after the value',
    2,
    [
      ['json', '1'],
      ['json.0', '1'],
      ['json', '2'],
    ],
  ],
  ['"abc', 'string not closed', 4, [['json', '"abc']]],
  ['"a\nb"', 'control character in string', 2, [['json', '"a\nb"']]],
  ['"\0"', 'control character in string', 1, [['json', '"\0"']]],
  ['"\\x41"', 'invalid escape in string', 1, [['json', '"x41"']]],
  ['"\\u12g4"', 'invalid escape in string', 1, [['json', '"u12g4"']]],
  ['"\\', 'invalid escape in string', 1, [['json', '"']]],
  ['01', 'number with leading zero', 1, [['json', '01']]],
  ['-01', 'number with leading zero', 2, [['json', '-01']]],
  ['-', 'expected a value', 1, [['json', '-']]],
  ['+1', 'expected a value', 0, [['json', '+1']]],
  ['.5', 'expected a value', 0, [['json', '.5']]],
  ['1.', 'number without fraction', 2, [['json', '1.']]],
  ['1.e5', 'number without fraction', 2, [['json', '1.e5']]],
  ['1e', 'number without exponent', 2, [['json', '1e']]],
  ['1e+', 'number without exponent', 3, [['json', '1e+']]],
  [
    '0x1F',
    'text after the value',
    1,
    [
      ['json', '1'],
      ['json.0', '0'],
      ['json', 'x1F'],
    ],
  ],
  ['NaN', 'expected a value', 0, [['json', 'NaN']]],
  ['[Infinity]', 'expected a value', 1, [['json.0', 'Infinity]']]],
  ['True', 'expected a value', 0, [['json', 'True']]],
  ['nulL', 'expected a value', 0, [['json', 'nulL']]],
  [
    'truex',
    'text after the value',
    4,
    [
      ['json', '1'],
      ['json.0', 'true'],
      ['json', 'x'],
    ],
  ],
  [
    '{"a":1/*c*/}',
    'expected a comma or }',
    6,
    [
      ['json.a', '1'],
      ['json', '/*c*/}'],
    ],
  ],
  [
    '[1]//c',
    'text after the value',
    3,
    [
      ['json.0', '1'],
      ['json', '1'],
      ['json', '//c'],
    ],
  ],
  ['\xef\xbb\xbf{"a":"\\u003c"}', 'expected a value', 0, [['json', '\xef\xbb\xbf{"a":"<"}']]],
  ['\x0b1', 'expected a value', 0, [['json', '\x0b1']]],
  ['{"a":["<script>', 'string not closed', 15, [['json.a.0', '"<script>']]],
];

test('a fault has a text and a position, and hides nothing', async (t) => {
  for (const [text, message, position, pairs] of faults) {
    await t.test(rowTitle(text), () => {
      const error = `invalid JSON: ${message}`;
      assert.deepEqual(
        parseJson(text, limits),
        { pairs, limitReached: false, error, position },
        text,
      );
      assert.throws(() => JSON.parse(text), SyntaxError, `${text} is valid after all`);
    });
  }
  assert.equal(faults.length, 43);
});
