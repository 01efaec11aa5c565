import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCookies } from '../../../runtime/engine/body/parse-cookies.ts';

const rows: readonly [header: string, cookies: readonly (readonly [string, string])[]][] = [
  ['', []],
  [' ; ;\t;', []],
  ['a=1', [['a', '1']]],
  [
    'a=1; b=2;c=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
  ],
  ['a', [['a', '']]],
  ['http://x/?y', [['http://x/?y', '']]],
  ['a=', [['a', '']]],
  ['=v', [['', 'v']]],
  ['=', [['', '']]],
  ['==', [['', '=']]],
  [
    ' \t=v; b=1;=w',
    [
      ['', 'v'],
      ['b', '1'],
      ['', 'w'],
    ],
  ],
  ['="q', [['', '"q']]],
  ['"a"="b c"', [['"a"', '"b c"']]],
  ['"', [['"', '']]],
  ['a=b=c', [['a', 'b=c']]],
  [' a \t= 1 ', [['a', ' 1']]],
  ['a=%41+b', [['a', '%41+b']]],
  [
    'b="q;r"',
    [
      ['b', '"q'],
      ['r"', ''],
    ],
  ],
  [
    '$Version=1; a="x"',
    [
      ['$Version', '1'],
      ['a', '"x"'],
    ],
  ],
  [
    'a=1; A=2; a=3',
    [
      ['a', '1'],
      ['A', '2'],
      ['a', '3'],
    ],
  ],
  ['__proto__=1', [['__proto__', '1']]],
  ['\xa0a=\xa0', [['\xa0a', '\xa0']]],
  ['a=1, b=2', [['a', '1, b=2']]],
];

test('version 0 cookies: nothing decoded, nothing lost', () => {
  for (const [header, cookies] of rows) assert.deepEqual(parseCookies(header), cookies, header);
  assert.equal(rows.length, 23);
});
