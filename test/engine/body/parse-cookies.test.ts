import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCookies } from '#engine/body/parse-cookies.ts';
import { cpuMilliseconds } from '../../helpers/cpu-time.ts';

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
      ['b', 'q;r'],
    ],
  ],
  [
    'a="; b="1;2"',
    [
      ['a', '"'],
      ['b', '"1'],
      ['2"', ''],
      ['a', '; b='],
      ['b', '1;2'],
    ],
  ],
  [
    String.raw`a="\047 \or\"\\ \400\8"; b=1`,
    [
      ['a', String.raw`"\047 \or\"\\ \400\8"`],
      ['b', '1'],
      ['a', String.raw`' or"\ 4008`],
    ],
  ],
  [
    String.raw`\x="\1;\";y= "\377"`,
    [
      [String.raw`\x`, String.raw`"\1`],
      [String.raw`\"`, ''],
      ['y', String.raw` "\377"`],
      [String.raw`\x`, '1;";y= '],
      ['y', '\xff'],
    ],
  ],
  [
    String.raw`a="\041" b`,
    [
      ['a', String.raw`"\041" b`],
      ['a', '!'],
    ],
  ],
  [String.raw`a="\041`, [['a', String.raw`"\041`]]],
  [
    String.raw`a={"b":"\u0027\n"}; c=1`,
    [
      ['a', String.raw`{"b":"\u0027\n"}`],
      ['c', '1'],
      ['a', '{"b":"\'\n"}'],
    ],
  ],
  [
    'a=j%3A%7B%22b%22%3A%22%5Cu00e9%2541%22%7D',
    [
      ['a', 'j%3A%7B%22b%22%3A%22%5Cu00e9%2541%22%7D'],
      ['a', 'j:{"b":"\xc3\xa9%41"}'],
    ],
  ],
  [
    'a=[%5c',
    [
      ['a', '[%5c'],
      ['a', '['],
    ],
  ],
  // Django reads a value without a name.
  [
    String.raw`b=1; "\047 or"`,
    [
      ['b', '1'],
      [String.raw`"\047 or"`, ''],
      ['', "' or"],
    ],
  ],
  ['a=x%5cu0027', [['a', 'x%5cu0027']]],
  ['a={"b":"c"}', [['a', '{"b":"c"}']]],
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

test('version 0 cookies, nothing lost; values with escapes once more, decoded', () => {
  for (const [header, cookies] of rows) assert.deepEqual(parseCookies(header), cookies, header);
  assert.equal(rows.length, 34);
});

test('headers of a megabyte that begin quotes again and again are read in time', () => {
  for (const piece of [
    '="',
    ';="',
    ';a="\\"',
    ';"\\',
    ';"',
    ';"\\"',
    ';   ',
    ';a=  ',
    '=""',
    String.raw`;a="\"`,
    ';a={%5c',
    'a={%5c',
    '%5cu0',
  ]) {
    const header = piece.repeat(1_000_000 / piece.length);
    const took = cpuMilliseconds(() => parseCookies(header));
    assert.ok(took < 2000, `${JSON.stringify(piece)}: ${took} ms`);
  }
});

test('a quoted value of 11 MB is read', () => {
  const long = 'x'.repeat(11_000_000);
  assert.equal(parseCookies(`a="${long}\\"`).length, 1);
  assert.deepEqual(parseCookies(`a="${long}\\!"`)[1], ['a', `${long}!`]);
});
