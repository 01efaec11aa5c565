import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameters } from '#engine/body/parse-parameters.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rows: readonly [text: string, pairs: readonly (readonly [name: string, value: string])[]][] =
  [
    ['', []],
    [';Charset="UTF-8"', [['Charset', 'UTF-8']]],
    [
      '; c=d; E="f;\\"g\\\\"',
      [
        ['c', 'd'],
        ['E', 'f;"g\\'],
      ],
    ],
    ['; c = d', [['c', 'd']]],
    [
      '; charset=a; charset=b',
      [
        ['charset', 'a'],
        ['charset', 'b'],
      ],
    ],
    ['; c', []],
    ['; c; d=e', [['d', 'e']]],
    [';;=x', [['', 'x']]],
    ['; c="d', [['c', 'd']]],
    ['; __proto__=x', [['__proto__', 'x']]],
  ];

test('reads names and values, also of lists with faults', async (t) => {
  for (const [text, pairs] of rows) {
    await t.test(rowTitle(text), () => {
      assert.deepEqual(parseParameters(`a/b${text}`, 3).pairs, pairs);
    });
  }
  assert.equal(rows.length, 10);
});
